import { type CaptchaSolution, recaptchaAction } from '@kassa/contract';
import * as z from 'zod/mini';
import type { RecaptchaConfig } from '../../brands/captcha-settings.ts';
import { askProvider, type CaptchaResult } from './provider.ts';

/**
 * How long in ms a used token is stored, so that it is rejected a second time. Google accepts a
 * token for two minutes; a day also covers wrong clocks.
 */
const keptMs = 24 * 3600_000;

const answerSchema = z.object({
  success: z.boolean(),
  /** Only in v3, like the action. */
  score: z.optional(z.number()),
  action: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
});

type Answer = z.infer<typeof answerSchema>;

/** One version's token, and its additional rule: `findFault` returns null if the rule is met. */
interface TokenCheck {
  secret: string;
  token: string | undefined;
  findFault: (answer: Answer) => string | null;
}

/**
 * Asks Google to verify the token of each version that the brand uses. v3 must also have the right
 * action and a sufficient score. All versions must pass.
 * @param count - counts the requests before they are sent; what it throws ends the verification
 */
export async function verifyRecaptcha(
  config: RecaptchaConfig,
  solution: CaptchaSolution,
  now: Date,
  count: () => Promise<void>,
): Promise<CaptchaResult> {
  const marks: string[] = [];
  const checks = listTokens(config, solution);
  // Checked first, so that no token is used up while another one is missing.
  if (checks.some(({ token }) => !token)) return { kind: 'refused', reason: 'missing' };
  await count();
  for (const check of checks) {
    const result = await verifyToken(config, check);
    if (result !== null) return result;
    marks.push(`recaptcha ${check.token}`);
  }
  return { kind: 'solved', marks, expiresAt: new Date(now.getTime() + keptMs) };
}

function listTokens({ v2, v3 }: RecaptchaConfig, solution: CaptchaSolution): TokenCheck[] {
  const checks: TokenCheck[] = [];
  if (v2 !== undefined) {
    const { secret } = v2;
    checks.push({ secret, token: solution.captchaResponse, findFault: () => null });
  }
  if (v3 !== undefined) {
    const { secret, minScore } = v3;
    const findFault = (answer: Answer) => findScoreFault(answer, minScore);
    checks.push({ secret, token: solution.captchaResponseV3, findFault });
  }
  return checks;
}

/** Returns null if the token passes. */
async function verifyToken(
  { apiUrl, timeoutMs }: RecaptchaConfig,
  { secret, token = '', findFault }: TokenCheck,
): Promise<CaptchaResult | null> {
  const url = new URL('/recaptcha/api/siteverify', apiUrl).href;
  const reply = await askProvider(url, { secret, response: token }, timeoutMs);
  if (reply.kind === 'none') return { kind: 'undecided', reason: reply.reason };
  const parsed = answerSchema.safeParse(reply.body);
  if (!parsed.success) return { kind: 'undecided', reason: "the provider's response is malformed" };
  const { success, 'error-codes': codes = [] } = parsed.data;
  if (success) {
    const fault = findFault(parsed.data);
    return fault === null ? null : { kind: 'refused', reason: fault };
  }
  // An error of the operator's secret: the player did nothing wrong.
  const isSecretRejected = codes.some((code) => code.endsWith('-input-secret'));
  return {
    kind: isSecretRejected ? 'undecided' : 'refused',
    reason: codes.join(', ') || 'not solved',
  };
}

function findScoreFault({ score, action }: Answer, minScore: number): string | null {
  if (action !== recaptchaAction) return `is for the action "${action ?? ''}"`;
  if (score === undefined || score < minScore) return `has too low a score (${score ?? 'none'})`;
  return null;
}
