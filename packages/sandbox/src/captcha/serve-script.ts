import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StandInState } from './stand-in-state.ts';

export interface StandInOptions {
  state: StandInState;
  /** Aborted when the server closes, so that no response is awaited any longer. */
  closing: AbortSignal;
}

const longMs = 10 * 60_000;

/** Waits longer than any client's timeout. */
export async function waitForTimeout(closing: AbortSignal): Promise<void> {
  await wait(longMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
}

/** Reads a file of the folder `page/`. */
export function readPageFile(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');
}

/** Serves a provider's script for pages, or fails as the behaviour demands. */
export function serveScript(
  app: FastifyInstance,
  path: string,
  source: string,
  { state, closing }: StandInOptions,
): void {
  app.get(path, async (_request, reply) => {
    const { script, scriptFailures } = state.behaviour;
    reply.header('cache-control', 'no-store');
    if (scriptFailures > 0) {
      state.change({ scriptFailures: scriptFailures - 1 });
      return sendScript(reply.code(503), '');
    }
    if (script === 'missing') return sendScript(reply.code(404), '');
    if (script === 'silent') await waitForTimeout(closing);
    return sendScript(reply, script === 'normal' ? source : '');
  });
}

export function sendScript(reply: FastifyReply, source: string): FastifyReply {
  return reply.type('text/javascript; charset=utf-8').send(source);
}
