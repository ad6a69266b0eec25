import { type CaptchaSolution, recaptchaAction } from '@kassa/contract';
import * as z from 'zod/mini';
import { askProvider } from './ask-provider.ts';
import type { RecaptchaConfig } from './captcha-config.ts';
import type { CaptchaVerdict } from './captcha-verdict.ts';

/** Its tokens live two minutes; a day is beyond any clock. */
const keptMs = 24 * 3600_000;

const answerSchema = z.object({
  success: z.boolean(),
  /** Of v3 alone, as are score and action. */
  score: z.optional(z.number()),
  action: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
});

type Answer = z.infer<typeof answerSchema>;

/**
 * Asks Google about each version that the brand has set up: v2's answer, and v3's for its action
 * and with a sufficient score. All of them must pass.
 */
export async function checkRecaptcha(
  { v2, v3, apiUrl }: RecaptchaConfig,
  { captchaResponse, captchaResponseV3 }: CaptchaSolution,
  now: Date,
): Promise<CaptchaVerdict> {
  const marks: string[] = [];
  const url = new URL('/recaptcha/api/siteverify', apiUrl).href;
  const checks = [
    { version: v2, token: captchaResponse, judge: () => null },
    {
      version: v3,
      token: captchaResponseV3,
      judge: (answer: Answer) => judgeScore(answer, v3?.minScore ?? 1),
    },
  ];
  // Before any token is spent on an answer that can't suffice.
  if (checks.some(({ version, token }) => version !== undefined && !token)) {
    return { kind: 'refused', reason: 'missing' };
  }
  for (const { version, token, judge } of checks) {
    if (version === undefined || token === undefined) continue;
    const verdict = await checkToken(url, version.secret, token, judge);
    if (verdict !== null) return verdict;
    marks.push(`recaptcha ${token}`);
  }
  return { kind: 'solved', marks, expiresAt: new Date(now.getTime() + keptMs) };
}

/** Null: it passes. */
async function checkToken(
  url: string,
  secret: string,
  token: string,
  judge: (answer: Answer) => string | null,
): Promise<CaptchaVerdict | null> {
  const reply = await askProvider(url, { secret, response: token });
  if (reply.kind === 'none') return { kind: 'undecided', reason: reply.reason };
  const parsed = answerSchema.safeParse(reply.body);
  if (!parsed.success) return { kind: 'undecided', reason: "the provider's answer is unreadable" };
  const { success, 'error-codes': codes = [] } = parsed.data;
  // Of our own making, and for the operator to mend: the player did nothing wrong.
  const isOurs = codes.some((code) => code.endsWith('-input-secret'));
  const reason = success ? judge(parsed.data) : codes.join(', ') || 'not solved';
  if (reason === null) return null;
  return { kind: isOurs ? 'undecided' : 'refused', reason };
}

function judgeScore({ score, action }: Answer, minScore: number): string | null {
  if (action !== recaptchaAction) return `is for the action "${action ?? ''}"`;
  if (score === undefined || score < minScore) return `has the score ${score ?? 'of nobody'}`;
  return null;
}
