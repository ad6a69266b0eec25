import { once } from 'node:events';
import Fastify, { type FastifyInstance } from 'fastify';
import { apiRoutes } from './api-routes.ts';
import { captchaStandInRoutes } from './captcha/stand-in-routes.ts';
import { StandInState } from './captcha/stand-in-state.ts';
import { Chains } from './chains/chains.ts';
import { nodeRoutes } from './chains/node-routes.ts';
import type { NodeDriver } from './chains/real/node-driver.ts';
import { Merchants } from './merchants.ts';
import { pageRoutes } from './page-routes.ts';
import { realTiming, type Timing } from './timing.ts';

export { standInKeys } from './captcha/stand-in-keys.ts';
export { type CaptchaStandIn, startCaptchaStandIn } from './captcha/start-captcha-stand-in.ts';
export type { RegtestNode } from './chains/nodes/node-process.ts';
export { type Anvil, startAnvil } from './chains/nodes/start-anvil.ts';
export { startBcoin } from './chains/nodes/start-bcoin.ts';
export { type Litecoind, startLitecoind } from './chains/nodes/start-litecoind.ts';

/** The options of a simulated provider. */
export interface SandboxOptions {
  /** 0 selects a free port. */
  port: number;
  /** The first merchant's key; all other merchants' keys begin with it (merchants.ts). */
  apiKey: string;
  webhookSecret: string;
  /** Folder of the journals; created if missing. */
  dataFolder: string;
  /** Public origin of the hosted page; default `http://localhost:<port>`. */
  publicUrl?: string;
  /**
   * The webhook address of the simulated bank for Pix keys without a registered address; default
   * none.
   */
  pixWebhookUrl?: string | null;
  /**
   * The webhook address of the player's bank for accounts without a registered address; default
   * none.
   */
  bankWebhookUrl?: string | null;
  /** Test nodes that take the place of simulated chains; default none. */
  chainNodes?: readonly NodeDriver[];
  /** Whether the chains mine by themselves; default: only what a page says. */
  isMinedByItself?: boolean;
  /** Shorter time spans, for tests. */
  timing?: Partial<Timing>;
}

export interface Sandbox {
  /** The address of the API and the hosted page. */
  readonly url: string;
  /**
   * Completes the requests in progress, then stops. Undelivered notifications are sent after the
   * next start.
   */
  close(): Promise<void>;
}

/**
 * Starts a simulated payment provider that listens on this machine, with a stand-in for captcha
 * providers.
 * @throws if the port is in use or a journal is damaged.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const timing = { ...realTiming, ...options.timing };
  const { pixWebhookUrl = null, bankWebhookUrl = null } = options;
  const merchants = new Merchants({ ...options, timing, pixWebhookUrl, bankWebhookUrl });
  const { dataFolder, chainNodes: nodes = [], isMinedByItself = false } = options;
  const { chainBlockMs: blockMs, chainRestMs: restMs } = timing;
  const chains = new Chains({ dataFolder, blockMs, restMs, isMinedByItself, nodes });
  const closing = new AbortController();
  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true });
  let url = options.publicUrl ?? '';

  app.addHook('onRequest', async (_, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  const waitForAnswers = trackAnswers(app);
  answerErrors(app);
  app.get('/healthz', async () => ({ status: 'ok' }));
  await app.register(apiRoutes, {
    merchants,
    publicUrl: () => url,
    timing,
    closing: closing.signal,
  });
  await app.register(pageRoutes, { merchants, chains });
  await app.register(nodeRoutes, { chains });
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
      await chains.close();
    },
  };
}

/**
 * Returns a function that waits for every response in progress. Closing the server then ends all
 * connections: Node doesn't count a connection without a request as idle, and would wait a minute
 * for it.
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
