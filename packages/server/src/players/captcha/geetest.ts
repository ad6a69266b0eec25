import { createHmac } from 'node:crypto';
import type { CaptchaSolution } from '@kassa/contract';
import * as z from 'zod/mini';
import type { GeetestConfig } from '../../brands/captcha-settings.ts';
import { askProvider, type CaptchaResult } from './provider.ts';

/** Geetest's tokens are valid for minutes; a day covers any clock difference. */
const keptMs = 24 * 3600_000;

const answerSchema = z.object({
  /** The status of the request itself. */
  status: z.literal('success'),
  /** The result of the captcha. */
  result: z.enum(['success', 'fail']),
  reason: z.optional(z.string()),
});

/**
 * Asks Geetest v4 ("secondary validation") whether its captcha was solved.
 * @param count - counts the request before it is sent; what it throws ends the verification
 */
export async function verifyGeetest(
  { captchaId, captchaKey, apiUrl, timeoutMs }: GeetestConfig,
  solution: CaptchaSolution,
  now: Date,
  count: () => Promise<void>,
): Promise<CaptchaResult> {
  const { geetestLotNumber, geetestCaptchaOutput, geetestPassToken, geetestGenTime } = solution;
  if (!geetestLotNumber || !geetestCaptchaOutput || !geetestPassToken || !geetestGenTime) {
    return { kind: 'refused', reason: 'missing' };
  }
  await count();
  const url = new URL('/validate', apiUrl);
  url.searchParams.set('captcha_id', captchaId);
  const form = {
    lot_number: geetestLotNumber,
    captcha_output: geetestCaptchaOutput,
    pass_token: geetestPassToken,
    gen_time: geetestGenTime,
    sign_token: createHmac('sha256', captchaKey).update(geetestLotNumber).digest('hex'),
  };
  const reply = await askProvider(url.href, form, timeoutMs);
  if (reply.kind === 'none') return { kind: 'undecided', reason: reply.reason };
  const answer = answerSchema.safeParse(reply.body);
  if (!answer.success) return { kind: 'undecided', reason: "the provider's response is malformed" };
  if (answer.data.result !== 'success') {
    return { kind: 'refused', reason: answer.data.reason ?? 'not solved' };
  }
  return {
    kind: 'solved',
    marks: [`geetest ${geetestLotNumber}`],
    expiresAt: new Date(now.getTime() + keptMs),
  };
}
