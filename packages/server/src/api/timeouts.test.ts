import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';

/** The timeouts that docs/settings.md and docs/many-processes.md document. */
const documented: Timeouts = {
  requestMs: 15_000,
  uploadMs: 120_000,
  uploadIdleMs: 10_000,
  headersMs: 10_000,
  unreadMs: 10_000,
  operatorUnreadMs: 300_000,
  slowCheckMs: 2_000,
  signInMs: 10_000,
  lookAgainMs: 1_000,
};

test.each(Object.entries(documented))(
  'production has the documented timeout %s',
  (name, mostMs) => {
    const ms = defaultTimeouts[name as keyof Timeouts];
    // In Node, zero means no timeout.
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThanOrEqual(mostMs);
  },
);

test('a server without explicit timeouts has those of production', async () => {
  const made: FastifyInstance[] = [];
  const note = (message: unknown) => {
    made.push((message as { fastify: FastifyInstance }).fastify);
  };
  subscribe('fastify.initialization', note);
  onTestFinished(() => void unsubscribe('fastify.initialization', note));
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.url).port);
  const app = made.find((it) => (it.server.address() as AddressInfo | null)?.port === port);
  expect(app?.server).toMatchObject({
    requestTimeout: defaultTimeouts.uploadMs,
    headersTimeout: defaultTimeouts.headersMs,
  });
});
