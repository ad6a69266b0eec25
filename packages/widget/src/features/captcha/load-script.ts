import { settleOnce } from './settle-once.ts';
import { timeoutMs } from './with-retries.ts';

/**
 * Loads a provider's script, unless `find` already returns what it defines.
 * @param find - returns what the script defines, or undefined before it is loaded
 * @throws CaptchaError `scriptFailed`, or the signal's reason
 */
export function loadScript<Api>(
  address: string,
  find: () => Api | undefined,
  signal: AbortSignal,
): Promise<Api> {
  const found = find();
  if (found !== undefined) return Promise.resolve(found);
  return settleOnce<Api>(signal, ({ solve, fail }) => {
    const script = document.createElement('script');
    const timer = setTimeout(() => {
      fail('scriptFailed', 'The script of the captcha did not come in time.');
    }, timeoutMs);
    script.async = true;
    script.onerror = () => fail('scriptFailed', 'The script of the captcha could not be loaded.');
    script.onload = () => {
      const loaded = find();
      if (loaded === undefined) fail('scriptFailed', 'The script of the captcha defines nothing.');
      else solve(loaded);
    };
    script.src = address;
    document.head.append(script);
    return () => {
      clearTimeout(timer);
      // The script's definitions stay. Another attempt needs a new element.
      script.remove();
    };
  });
}
