import type { CaptchaChallenge, CaptchaSolution } from '@kassa/contract';
import * as z from 'zod/mini';
import { CaptchaError, type CaptchaErrorKind } from '../captcha-error.ts';
import type { CaptchaStage } from '../captcha-stage.ts';
import { loadScript } from '../load-script.ts';
import { type Ending, settleOnce } from '../settle-once.ts';
import { timeoutMs, withRetries } from '../with-retries.ts';
import { type GeetestApi, type GeetestCaptcha, geetestLanguage } from './geetest-api.ts';

type GeetestChallenge = Pick<
  Extract<CaptchaChallenge, { kind: 'geetest' }>,
  'captchaId' | 'scriptUrl'
>;

/** Shows Geetest v4's captcha to the player, in its own layer over the page (§8). */
export function solveGeetest(
  { captchaId, scriptUrl }: GeetestChallenge,
  stage: CaptchaStage,
): Promise<CaptchaSolution> {
  if (captchaId === '') {
    return Promise.reject(new CaptchaError('unknown', 'Captcha id is empty'));
  }
  return withRetries(stage.signal, async () => {
    const api = await loadScript(scriptUrl, () => window.initGeetest4, stage.signal);
    return show(api, captchaId, stage);
  });
}

function show(
  api: GeetestApi,
  captchaId: string,
  { locale, signal }: CaptchaStage,
): Promise<CaptchaSolution> {
  return settleOnce<CaptchaSolution>(signal, (ending) => {
    let made: GeetestCaptcha | null = null;
    let isOver = false;
    const timer = setTimeout(() => {
      ending.fail('network', 'Geetest did not get ready in time.');
    }, timeoutMs);
    const failBy = (error: unknown) => ending.fail(classify(error), `Geetest: ${describe(error)}`);
    const options = {
      captchaId,
      product: 'bind',
      language: geetestLanguage(locale),
      protocol: 'https://',
      timeout: timeoutMs,
      onError: failBy,
    } as const;
    api(options, (captcha) => {
      // The player left while the captcha was created.
      if (isOver) return captcha.destroy?.();
      made = captcha;
      captcha.onReady(() => {
        clearTimeout(timer);
        captcha.showCaptcha();
      });
      captcha.onSuccess(() => take(captcha.getValidate(), ending));
      captcha.onError(failBy);
      captcha.onClose(() => ending.fail('closed', 'The player closed the captcha.'));
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      made?.destroy?.();
    };
  });
}

const given = z.string().check(z.minLength(1));

const solutionSchema = z.object({
  lot_number: given,
  captcha_output: given,
  pass_token: given,
  gen_time: given,
});

function take(validate: unknown, { solve, fail }: Ending<CaptchaSolution>): void {
  const solution = solutionSchema.safeParse(validate);
  if (!solution.success) {
    fail('unknown', 'Captcha data empty');
    return;
  }
  solve({
    geetestLotNumber: solution.data.lot_number,
    geetestCaptchaOutput: solution.data.captcha_output,
    geetestPassToken: solution.data.pass_token,
    geetestGenTime: solution.data.gen_time,
  });
}

const errorSchema = z.object({
  code: z.optional(z.union([z.string(), z.number()])),
  msg: z.optional(z.string()),
});

/**
 * Failures of Geetest's own requests, by its list of error codes: loading, verifying, its parts.
 */
const networkCodes = /^60(100|101|20\d)$/;

function classify(error: unknown): CaptchaErrorKind {
  const { data } = errorSchema.safeParse(error);
  if (/expire/i.test(data?.msg ?? '')) return 'expired';
  return networkCodes.test(String(data?.code)) ? 'network' : 'unknown';
}

/** Returns Geetest's error code and message. They hold no personal data. */
function describe(error: unknown): string {
  const { data } = errorSchema.safeParse(error);
  return `${data?.code ?? 'no code'} ${data?.msg ?? ''}`.trim();
}
