import { once } from 'node:events';
import Fastify, { type FastifyInstance } from 'fastify';
import { apiRoutes } from './api-routes.ts';
import { captchaStandInRoutes } from './captcha/stand-in-routes.ts';
import { StandInState } from './captcha/stand-in-state.ts';
import { Merchants } from './merchants.ts';
import { pageRoutes } from './page-routes.ts';
import { realTiming, type Timing } from './timing.ts';

export { standInKeys } from './captcha/stand-in-keys.ts';
export { type CaptchaStandIn, startCaptchaStandIn } from './captcha/start-captcha-stand-in.ts';

/** How to start a simulated provider. */
export interface SandboxOptions {
  /** 0 picks a free port. */
  port: number;
  /** The first merchant's, and the beginning of all others' (merchants.ts). */
  apiKey: string;
  webhookSecret: string;
  /** Folder of the journals; made where it does not exist. */
  dataFolder: string;
  /** Public origin of the hosted page; `http://localhost:<port>` unless given. */
  publicUrl?: string;
  /** Where the simulated bank tells of Pix whose key registered no address of its own; nowhere unless given. */
  pixWebhookUrl?: string | null;
  /** Shorter waits, for tests. */
  timing?: Partial<Timing>;
}

export interface Sandbox {
  /** Where the API and the hosted page are reached. */
  readonly url: string;
  /** Answers what is under way, then stops. What was not delivered is sent after the next start. */
  close(): Promise<void>;
}

/**
 * Starts a simulated payment provider that listens on this machine, with a stand-in for captcha
 * providers beside it.
 * @throws where the port is taken or a journal is damaged.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const timing = { ...realTiming, ...options.timing };
  const { pixWebhookUrl = null } = options;
  const merchants = new Merchants({ ...options, timing, pixWebhookUrl });
  const closing = new AbortController();
  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true });
  let url = options.publicUrl ?? '';

  const waitForAnswers = trackAnswers(app);
  answerErrors(app);
  app.get('/healthz', async () => ({ status: 'ok' }));
  await app.register(apiRoutes, {
    merchants,
    publicUrl: () => url,
    timing,
    closing: closing.signal,
  });
  await app.register(pageRoutes, { merchants });
  await app.register(captchaStandInRoutes, { state: new StandInState(), closing: closing.signal });
  const address = await app.listen({ port: options.port, host: 'localhost' });
  url ||= `http://localhost:${new URL(address).port}`;
  merchants.resume();

  return {
    url,
    close: async () => {
      closing.abort();
      await waitForAnswers();
      await app.close();
      await merchants.close();
    },
  };
}

/**
 * Tells when every answer under way is out. Closing then takes all connections with it: one that never
 * sent a request isn't idle to Node, and would hold the closing up for a minute.
 */
function trackAnswers(app: FastifyInstance): () => Promise<unknown> {
  const underWay = new Set<Promise<unknown>>();
  app.addHook('onRequest', async (_request, reply) => {
    const closed = once(reply.raw, 'close').finally(() => underWay.delete(closed));
    underWay.add(closed);
  });
  return () => Promise.all(underWay);
}

function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: 'route.notFound', message: 'There is nothing here' } }),
  );
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) {
      return reply
        .code(status)
        .send({ error: { code: 'request.invalid', message: error.message } });
    }
    console.error(error);
    return reply.code(500).send({ error: { code: 'internal', message: 'The provider failed' } });
  });
}
