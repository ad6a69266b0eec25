import { type CaptchaChallenge, type CaptchaSolution, recaptchaAction } from '@kassa/contract';
import { CaptchaError } from '../captcha-error.ts';
import type { CaptchaStage } from '../captcha-stage.ts';
import { loadScript } from '../load-script.ts';
import { type Ending, settleOnce } from '../settle-once.ts';
import { timeoutMs, withRetries } from '../with-retries.ts';
import { type RecaptchaApi, recaptchaAddress } from './recaptcha-api.ts';
import { watchChallenge } from './watch-challenge.ts';

type RecaptchaChallenge = Extract<CaptchaChallenge, { kind: 'recaptcha' }>;

/** Below this width reCAPTCHA's box, 304 px wide, takes its compact form. */
const narrowPx = 360;

/** Solves the reCAPTCHA of the brand: v2's response, v3's, or both (§7). */
export async function solveRecaptcha(
  { scriptUrl, siteKey, siteKeyV3, isInvisible }: Omit<RecaptchaChallenge, 'kind'>,
  stage: CaptchaStage,
): Promise<CaptchaSolution> {
  if (!siteKey && !siteKeyV3) throw new CaptchaError('unknown', 'Captcha id is empty');
  const ask = (answer: (api: RecaptchaApi) => Promise<string>) =>
    withRetries(stage.signal, async () => answer(await loadApi(scriptUrl, stage)));
  const solution: CaptchaSolution = {};
  // A response is valid for two minutes: v2, on which a person may take long, runs first.
  if (siteKey) {
    const show = isInvisible ? showInvisible : showBox;
    solution.captchaResponse = await ask((api) => show(api, siteKey, stage));
  }
  if (siteKeyV3) {
    solution.captchaResponseV3 = await ask((api) => getScore(api, siteKeyV3, stage));
  }
  return solution;
}

/** Loads the script, and waits for the part that the script loads itself. */
async function loadApi(scriptUrl: string, { locale, signal }: CaptchaStage): Promise<RecaptchaApi> {
  const address = recaptchaAddress(scriptUrl, locale);
  const api = await loadScript(address, () => window.grecaptcha, signal);
  return settleOnce<RecaptchaApi>(signal, ({ solve, fail }) => {
    const timer = setTimeout(() => {
      // The second part never loaded: the next attempt starts with the script.
      window.grecaptcha = undefined;
      fail('network', 'reCAPTCHA did not get ready in time.');
    }, timeoutMs);
    api.ready(() => solve(api));
    return () => clearTimeout(timer);
  });
}

function showBox(api: RecaptchaApi, siteKey: string, stage: CaptchaStage): Promise<string> {
  return settleOnce<string>(stage.signal, (ending) => {
    const box = addBox(stage.place);
    const isNarrow = document.documentElement.clientWidth < narrowPx;
    api.render(box, {
      sitekey: siteKey,
      size: isNarrow ? 'compact' : 'normal',
      theme: stage.isDark ? 'dark' : 'light',
      ...listen(ending),
    });
    stage.onTurn(() => ending.fail('closed', 'The player closed the captcha.'));
    return () => box.remove();
  });
}

function showInvisible(api: RecaptchaApi, siteKey: string, stage: CaptchaStage): Promise<string> {
  return settleOnce<string>(stage.signal, (ending) => {
    const box = addBox(stage.place);
    const options = { sitekey: siteKey, size: 'invisible', badge: 'inline' } as const;
    const id = api.render(box, { ...options, ...listen(ending) });
    const stopWatching = watchChallenge(() => {
      ending.fail('closed', 'The player closed the captcha.');
    });
    api.execute(id);
    return () => {
      stopWatching();
      // Removes a challenge that still lies over the page.
      api.reset(id);
      box.remove();
    };
  });
}

function getScore(api: RecaptchaApi, siteKey: string, stage: CaptchaStage): Promise<string> {
  return settleOnce<string>(stage.signal, (ending) => {
    const box = addBox(stage.place);
    const id = api.render(box, { sitekey: siteKey, size: 'invisible', badge: 'inline' });
    const timer = setTimeout(() => {
      ending.fail('network', 'reCAPTCHA gave no answer in time.');
    }, timeoutMs);
    Promise.resolve(api.execute(id, { action: recaptchaAction })).then(
      (token) => take(token, ending),
      () => ending.fail('network', 'reCAPTCHA could not be asked for a score.'),
    );
    return () => {
      clearTimeout(timer);
      box.remove();
    };
  });
}

/** Adds an element for a widget. reCAPTCHA renders into an element only once. */
function addBox(place: HTMLElement): HTMLElement {
  const box = document.createElement('div');
  place.replaceChildren(box);
  return box;
}

function listen(ending: Ending<string>) {
  return {
    callback: (token: string) => take(token, ending),
    'expired-callback': () => ending.fail('expired', 'The answer of reCAPTCHA has expired.'),
    // Its documentation says: "usually network connectivity".
    'error-callback': () => ending.fail('network', 'reCAPTCHA lost its connection.'),
  };
}

function take(token: unknown, { solve, fail }: Ending<string>): void {
  if (typeof token === 'string' && token !== '') solve(token);
  else fail('unknown', 'Captcha data empty');
}
