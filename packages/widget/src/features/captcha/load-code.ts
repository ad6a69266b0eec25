import { CaptchaError } from './captcha-error.ts';
import { withRetries } from './with-retries.ts';

/**
 * Loads the widget's own code of a captcha, with the retries of a provider's script. It comes from
 * where the page comes from: no blocker withholds it, and the player's next attempt asks for it again.
 * @throws CaptchaError `network`, or the signal's reason
 */
export function loadCode<Module>(
  load: () => Promise<Module>,
  signal: AbortSignal,
): Promise<Module> {
  return withRetries(signal, async () => {
    try {
      return await load();
    } catch (error) {
      throw new CaptchaError('network', `The captcha could not be loaded: ${String(error)}`);
    }
  });
}
