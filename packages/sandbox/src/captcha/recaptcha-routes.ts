import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { html } from '../html.ts';
import { answerCheck } from './answer-check.ts';
import { readPageFile, type StandInOptions, sendScript, serveScript } from './serve-script.ts';
import { standInKeys } from './stand-in-keys.ts';
import type { IssuedSolution, StandInState } from './stand-in-state.ts';

const { recaptchaV2, recaptchaV2Invisible, recaptchaV3 } = standInKeys;
const accounts = [recaptchaV2, recaptchaV2Invisible, recaptchaV3];

/** The lifetime of a token. */
const lifetimeMs = 2 * 60_000;

const solveSchema = z.object({
  k: z.string(),
  action: z.optional(z.string()),
  outcome: z.optional(z.enum(['solved', 'stale'])),
});

const checkSchema = z.object({ secret: z.optional(z.string()), response: z.optional(z.string()) });

/**
 * Serves reCAPTCHA's script for v2 and v3, its frames, and the merchant's request (`siteverify`).
 */
export async function recaptchaRoutes(
  app: FastifyInstance,
  options: StandInOptions,
): Promise<void> {
  const { state } = options;
  serveScript(app, '/recaptcha/api.js', readPageFile('recaptcha.js'), options);
  const frameScript = readPageFile('recaptcha-frame.js');

  app.get('/recaptcha/api2/frame.js', async (_request, reply) => sendScript(reply, frameScript));

  // The box to tick, and the challenge of the invisible type for suspected robots.
  for (const page of ['anchor', 'bframe']) {
    app.get(`/recaptcha/api2/${page}`, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-store', 'content-security-policy': framePolicy })
        .type('text/html; charset=utf-8')
        .send(renderFrame()),
    );
  }

  app.get('/recaptcha/api2/behaviour', async (request, reply) => {
    const { k } = z.looseObject({ k: z.optional(z.string()) }).parse(request.query);
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    const isKnown = accounts.some(({ siteKey }) => siteKey === k);
    return { player: isKnown ? state.behaviour.player : 'error' };
  });

  app.post('/recaptcha/api2/userverify', async (request, reply) => {
    const query = solveSchema.safeParse(request.query);
    reply.header('access-control-allow-origin', '*');
    if (!query.success) return reply.code(400).send();
    const { k, action, outcome } = query.data;
    return { token: state.issue(k, action ?? null, outcome === 'stale') };
  });

  app.post('/recaptcha/api/siteverify', async (request, reply) => {
    const form = checkSchema.safeParse(request.body);
    return answerCheck(reply, options, (isRefused) =>
      verifyToken(state, form.success ? form.data : {}, isRefused),
    );
  });
}

const framePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'";

function renderFrame(): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Captcha stand-in</title><link rel="stylesheet" href="/captcha-stand-in/page.css"></head><body class="stand-in-frame"><script src="/recaptcha/api2/frame.js"></script></body></html>`
    .markup;
}

/** Returns the response of `siteverify`. */
function verifyToken(
  state: StandInState,
  { secret, response }: z.infer<typeof checkSchema>,
  isRefused: boolean,
): object {
  const refuse = (code: string) => ({ success: false, 'error-codes': [code] });
  if (!secret) return refuse('missing-input-secret');
  const account = accounts.find((candidate) => candidate.secret === secret);
  if (account === undefined) return refuse('invalid-input-secret');
  if (!response) return refuse('missing-input-response');
  const solution = state.find(response);
  if (isRefused || solution?.account !== account.siteKey) return refuse('invalid-input-response');
  if (isOver(solution)) return refuse('timeout-or-duplicate');
  solution.isUsed = true;
  const answer = {
    success: true,
    challenge_ts: solution.issuedAt.toISOString(),
    hostname: 'localhost',
  };
  if (account !== recaptchaV3) return answer;
  return { ...answer, score: state.behaviour.score, action: solution.action ?? '' };
}

function isOver({ isStale, isUsed, issuedAt }: IssuedSolution): boolean {
  return isStale || isUsed || Date.now() - issuedAt.getTime() > lifetimeMs;
}
