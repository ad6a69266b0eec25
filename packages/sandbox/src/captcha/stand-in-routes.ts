import type { FastifyInstance } from 'fastify';
import { englishErrors, sendInvalid } from '../answers.ts';
import { geetestRoutes } from './geetest-routes.ts';
import { recaptchaRoutes } from './recaptcha-routes.ts';
import { readPageFile, type StandInOptions } from './serve-script.ts';
import { standInChangeSchema } from './stand-in-behaviour.ts';

const styles = readPageFile('stand-in.css');

/**
 * A stand-in for Geetest v4 and reCAPTCHA. It implements their protocols towards pages and towards
 * merchants' servers, and never tests whether a player is a person.
 */
export async function captchaStandInRoutes(
  app: FastifyInstance,
  options: StandInOptions,
): Promise<void> {
  const { state } = options;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get('/captcha-stand-in/page.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(styles),
  );

  app.get('/captcha-stand-in/behaviour', async () => state.behaviour);

  app.post('/captcha-stand-in/behaviour', async (request, reply) => {
    const parsed = standInChangeSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    state.change(parsed.data);
    return state.behaviour;
  });

  await app.register(geetestRoutes, options);
  await app.register(recaptchaRoutes, options);
}
