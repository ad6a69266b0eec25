import { expect, test, vi } from 'vitest';
import { createHttpChannel } from './http.ts';
import { type FakeServer, fetchFrom, sharedHeaders } from './testing/transport-stage.ts';
import { describeTransport } from './transport.suite.ts';
import { createTransport } from './transport.ts';

describeTransport('the HTTP transport', async ({ server, ...options }) => {
  const fetch = fetchFrom(server);
  const channel = createHttpChannel({ origin: 'https://pay.example', token: 'token-1', fetch });
  return createTransport(channel, { headers: sharedHeaders, ...options });
});

test('sends the request of a GET in the query', async () => {
  const server = vi.fn<FakeServer>(() => ({ status: 404, body: undefined }));
  const channel = createHttpChannel({
    origin: 'https://pay.example',
    token: 'token-1',
    fetch: fetchFrom(server),
  });
  const transport = createTransport(channel, { onUnauthorized: () => {} });
  const request = { depositId: 'deposit-1', paymentMethod: 'card' };
  await expect(transport.call('deposit-status', request)).rejects.toThrow();
  expect(server).toHaveBeenCalledWith(expect.objectContaining({ method: 'GET', body: request }));
});

test('times out within a minute on a network that never responds', async () => {
  vi.useFakeTimers();
  const fetch: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  const channel = createHttpChannel({ origin: 'https://pay.example', token: 'token-1', fetch });
  const transport = createTransport(channel, { onUnauthorized: () => {} });
  const settled = vi.fn();
  transport.call('user-get', {}).catch(settled);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(settled).toHaveBeenCalledWith(expect.objectContaining({ kind: 'network' }));
  vi.useRealTimers();
});

test.each([
  ['a large body', 'deposit-claim', { depositId: 'deposit-1', proof: 'JVBERi0=' }, 120],
  ['another', 'deposit-status', { depositId: 'deposit-1', paymentMethod: 'card' }, 20],
] as const)('waits for a response to %s: %s', async (_, name, request, seconds) => {
  vi.useFakeTimers();
  let signal: AbortSignal | null | undefined;
  const fetch: typeof globalThis.fetch = (_input, init) => {
    signal ??= init?.signal;
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
    });
  };
  const channel = createHttpChannel({ origin: 'https://pay.example', token: 'token-1', fetch });
  const transport = createTransport(channel, { onUnauthorized: () => {} });
  const caller = new AbortController();
  const calling = expect(
    transport.call(name, request, { idempotencyKey: 'key-1', signal: caller.signal }),
  ).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(signal?.aborted).toBe(true);
  caller.abort();
  await calling;
  vi.useRealTimers();
});
