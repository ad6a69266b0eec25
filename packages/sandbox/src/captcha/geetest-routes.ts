import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { answerCheck } from './answer-check.ts';
import { readPageFile, type StandInOptions, sendScript, serveScript } from './serve-script.ts';
import { standInKeys } from './stand-in-keys.ts';
import type { StandInState } from './stand-in-state.ts';

const { captchaId, captchaKey } = standInKeys.geetest;

/** Responses to pages are scripts that call a function with this name. */
const callbackSchema = z.string().check(z.regex(/^geetest_\w{1,64}$/));

const pageQuerySchema = z.object({
  captcha_id: z.optional(z.string()),
  callback: callbackSchema,
  /** The player's outcome; a parameter of our own. */
  outcome: z.optional(z.enum(['solved', 'stale'])),
});

const checkSchema = z.object({
  lot_number: z.string(),
  captcha_output: z.string(),
  pass_token: z.string(),
  gen_time: z.string(),
  sign_token: z.string(),
});

/**
 * Serves Geetest v4's script, its requests (`/load`, `/verify`) and the merchant's (`/validate`).
 */
export async function geetestRoutes(app: FastifyInstance, options: StandInOptions): Promise<void> {
  const { state } = options;
  serveScript(app, '/v4/gt4.js', readPageFile('geetest.js'), options);

  app.get('/load', async (request, reply) => {
    const query = pageQuerySchema.safeParse(request.query);
    if (!query.success) return reply.code(400).send();
    const { callback } = query.data;
    if (query.data.captcha_id !== captchaId) {
      return sendCall(reply, callback, {
        status: 'error',
        code: '-50002',
        msg: 'illegal captcha_id',
      });
    }
    return sendCall(reply, callback, {
      status: 'success',
      data: { captcha_type: 'stand-in', player: state.behaviour.player },
    });
  });

  app.get('/verify', async (request, reply) => {
    const query = pageQuerySchema.safeParse(request.query);
    if (!query.success) return reply.code(400).send();
    const { callback, outcome } = query.data;
    const lot = state.issue(captchaId, null, outcome === 'stale');
    const seccode = {
      captcha_id: captchaId,
      lot_number: lot.replaceAll('-', ''),
      pass_token: lot,
      gen_time: String(Math.floor(Date.now() / 1000)),
      captcha_output: Buffer.from(`output of ${lot}`).toString('base64'),
    };
    return sendCall(reply, callback, { status: 'success', data: { result: 'success', seccode } });
  });

  app.post('/validate', async (request, reply) => {
    const form = checkSchema.safeParse(request.body);
    const query = z.object({ captcha_id: z.literal(captchaId) }).safeParse(request.query);
    return answerCheck(reply, options, (isRefused) => {
      if (!query.success) return refuse('-50002', 'illegal captcha_id');
      if (!form.success) return refuse('-50001', 'param miss');
      return verifySolution(state, form.data, isRefused);
    });
  });
}

function sendCall(reply: FastifyReply, callback: string, answer: object): FastifyReply {
  return sendScript(
    reply.header('cache-control', 'no-store'),
    `${callback}(${JSON.stringify(answer)})`,
  );
}

function refuse(code: string, msg: string): object {
  return { status: 'error', code, msg, desc: { type: 'defined error' } };
}

/** Returns the response of "secondary validation" for a solution. */
function verifySolution(
  state: StandInState,
  form: z.infer<typeof checkSchema>,
  isRefused: boolean,
): object {
  const signature = createHmac('sha256', captchaKey).update(form.lot_number).digest('hex');
  if (form.sign_token !== signature) return refuse('-50006', 'illegal sign_token');
  if (!/^\d{10}$/.test(form.gen_time)) return refuse('-50005', 'illegal gen_time');
  const solution = state.find(form.pass_token);
  const fault = findFault();
  if (solution !== undefined) solution.isUsed = true;
  return {
    status: 'success',
    result: fault === null ? 'success' : 'fail',
    reason: fault ?? '',
    captcha_args: { used_type: 'stand-in', lot_number: form.lot_number },
  };

  function findFault(): string | null {
    if (isRefused) return 'refused by the stand-in';
    const isOfLot = form.pass_token.replaceAll('-', '') === form.lot_number;
    const output = Buffer.from(form.captcha_output, 'base64').toString();
    if (solution === undefined || !isOfLot) return 'pass_token error';
    if (output !== `output of ${form.pass_token}`) return 'captcha_output error';
    if (solution.isStale || solution.isUsed) return 'pass_token expire';
    return null;
  }
}
