import Fastify from 'fastify';
import type { StandInBehaviour } from './stand-in-behaviour.ts';
import { captchaStandInRoutes } from './stand-in-routes.ts';
import { StandInState } from './stand-in-state.ts';

export interface CaptchaStandIn {
  /** The address of its scripts and its API. */
  readonly url: string;
  /** Changes its behaviour; omitted properties stay as they are. */
  behave(change: Partial<StandInBehaviour>): void;
  close(): Promise<void>;
}

/** Starts a captcha stand-in without the provider, for tests. Port 0 selects a free port. */
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
