import Fastify from 'fastify';
import type { StandInBehaviour } from './stand-in-behaviour.ts';
import { captchaStandInRoutes } from './stand-in-routes.ts';
import { StandInState } from './stand-in-state.ts';

export interface CaptchaStandIn {
  /** Where its scripts and its API are. */
  readonly url: string;
  /** Makes it behave otherwise; what is left out stays as it is. */
  behave(change: Partial<StandInBehaviour>): void;
  close(): Promise<void>;
}

/** Starts a captcha stand-in by itself, for tests. Port 0 picks a free one. */
export async function startCaptchaStandIn({ port }: { port: number }): Promise<CaptchaStandIn> {
  const state = new StandInState();
  const closing = new AbortController();
  const app = Fastify({ forceCloseConnections: true });
  await app.register(captchaStandInRoutes, { state, closing: closing.signal });
  const address = await app.listen({ port, host: 'localhost' });
  return {
    url: `http://localhost:${new URL(address).port}`,
    behave: (change) => state.change(change),
    close: async () => {
      closing.abort();
      await app.close();
    },
  };
}
