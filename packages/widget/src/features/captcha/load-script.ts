import { settleOnce } from './settle-once.ts';
import { timeoutMs } from './with-retries.ts';

/**
 * Loads a provider's script, once: not where `find` already has what it defines. Rejects with the
 * CaptchaError `scriptFailed`, or with the signal's reason.
 * @param find gives what the script defines, or undefined before that.
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
      // What it defined stays; another try needs an element of its own.
      script.remove();
    };
  });
}
