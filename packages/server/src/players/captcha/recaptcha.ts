import { type CaptchaSolution, recaptchaAction } from '@kassa/contract';
import * as z from 'zod/mini';
import type { RecaptchaConfig } from '../../brands/captcha-settings.ts';
import { askProvider, type CaptchaVerdict } from './provider.ts';

/** Its tokens live two minutes; a day is beyond any clock. */
const keptMs = 24 * 3600_000;

const answerSchema = z.object({
  success: z.boolean(),
  /** Of v3 alone, as is the action. */
  score: z.optional(z.number()),
  action: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
});

type Answer = z.infer<typeof answerSchema>;

/** One version's token, and what its answer must fulfil besides: null where nothing is missing. */
interface Check {
  secret: string;
  token: string | undefined;
  findFault: (answer: Answer) => string | null;
}

/**
 * Asks Google about each version that the brand has set up: v2's answer, and v3's for its action
 * and with a sufficient score. All of them must pass.
 */
export async function checkRecaptcha(
  config: RecaptchaConfig,
  solution: CaptchaSolution,
  now: Date,
): Promise<CaptchaVerdict> {
  const marks: string[] = [];
  const checks = listChecks(config, solution);
  // Before any token is spent where another one is missing.
  if (checks.some(({ token }) => !token)) return { kind: 'refused', reason: 'missing' };
  for (const check of checks) {
    const verdict = await runCheck(config, check);
    if (verdict !== null) return verdict;
    marks.push(`recaptcha ${check.token}`);
  }
  return { kind: 'solved', marks, expiresAt: new Date(now.getTime() + keptMs) };
}

function listChecks({ v2, v3 }: RecaptchaConfig, solution: CaptchaSolution): Check[] {
  const checks: Check[] = [];
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

/** Null: it passes. */
async function runCheck(
  { apiUrl, timeoutMs }: RecaptchaConfig,
  { secret, token = '', findFault }: Check,
): Promise<CaptchaVerdict | null> {
  const url = new URL('/recaptcha/api/siteverify', apiUrl).href;
  const reply = await askProvider(url, { secret, response: token }, timeoutMs);
  if (reply.kind === 'none') return { kind: 'undecided', reason: reply.reason };
  const parsed = answerSchema.safeParse(reply.body);
  if (!parsed.success) return { kind: 'undecided', reason: "the provider's answer is unreadable" };
  const { success, 'error-codes': codes = [] } = parsed.data;
  if (success) {
    const fault = findFault(parsed.data);
    return fault === null ? null : { kind: 'refused', reason: fault };
  }
  // About our secret: for the operator to mend, the player did nothing wrong.
  const isOurs = codes.some((code) => code.endsWith('-input-secret'));
  return { kind: isOurs ? 'undecided' : 'refused', reason: codes.join(', ') || 'not solved' };
}

function findScoreFault({ score, action }: Answer, minScore: number): string | null {
  if (action !== recaptchaAction) return `is for the action "${action ?? ''}"`;
  if (score === undefined || score < minScore) return `has too low a score (${score ?? 'none'})`;
  return null;
}
