import { buildUser } from '@kassa/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Transport } from './transport.ts';

/** One call as it reached the server. */
export interface ServerRequest {
  name: string;
  method: string;
  body: unknown;
  token: string;
  idempotencyKey: string | undefined;
}

/** The server's answer, or no answer at all. */
export type ServerAnswer = { status: number; body: unknown } | 'lost';

export type FakeServer = (request: ServerRequest) => ServerAnswer;

export interface OpenOptions {
  server: FakeServer;
  onUnauthorized: () => void;
}

/** What every adapter of the transport port does alike. */
export function describeTransport(
  name: string,
  open: (options: OpenOptions) => Promise<Transport>,
) {
  const user = buildUser();

  async function setUp(...answers: ServerAnswer[]) {
    const requests: ServerRequest[] = [];
    const onUnauthorized = vi.fn();
    const server: FakeServer = (request) => {
      requests.push(request);
      return answers[requests.length - 1] ?? { status: 200, body: user };
    };
    const transport = await open({ server, onUnauthorized });
    return { transport, requests, onUnauthorized };
  }

  describe(name, () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test('answers with the parsed response', async () => {
      const { transport, requests } = await setUp();
      await expect(transport.call('user-get', {})).resolves.toEqual(user);
      expect(requests).toMatchObject([{ name: 'user-get', method: 'GET', token: 'token-1' }]);
    });

    test('carries the request and the idempotency key', async () => {
      const body = { payment_session_id: 'session-1' };
      const { transport, requests } = await setUp({ status: 200, body });
      const request = { amount: '50', currency: 'EUR' };
      await transport.call('session-start', request, { idempotencyKey: 'key-1' });
      expect(requests).toMatchObject([{ method: 'POST', body: request, idempotencyKey: 'key-1' }]);
    });

    test('rejects with the error that the server names', async () => {
      const error = { code: 'method.unavailable', message: 'Off.', reference: 'KS-7Q2M-41XK' };
      const { transport } = await setUp({ status: 422, body: { error } });
      await expect(transport.call('user-get', {})).rejects.toMatchObject({
        kind: 'refused',
        status: 422,
        ...error,
      });
    });

    test.each([
      ['a success of another shape', { status: 200, body: { id: 7 } }],
      ['a failure of another shape', { status: 502, body: undefined }],
    ])('takes %s for a server error', async (_, answer) => {
      const { transport, requests } = await setUp(answer);
      await expect(transport.call('user-get', {})).rejects.toMatchObject({
        kind: 'refused',
        code: 'server.error',
      });
      expect(requests).toHaveLength(1);
    });

    test('tries again 2 s after a lost answer, with the same key', async () => {
      const { transport, requests } = await setUp('lost', 'lost', {
        status: 200,
        body: { payment_session_id: 'session-1' },
      });
      const request = { amount: '50', currency: 'EUR' };
      const calling = transport.call('session-start', request, { idempotencyKey: 'key-1' });
      await vi.advanceTimersByTimeAsync(1900);
      expect(requests).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(3000);
      await expect(calling).resolves.toEqual({ payment_session_id: 'session-1' });
      expect(requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
        'key-1',
        'key-1',
        'key-1',
      ]);
    });

    test('gives up after three retries', async () => {
      const { transport, requests } = await setUp('lost', 'lost', 'lost', 'lost', 'lost');
      const outcome = expect(transport.call('user-get', {})).rejects.toMatchObject({
        kind: 'network',
      });
      await vi.advanceTimersByTimeAsync(20_000);
      await outcome;
      expect(requests).toHaveLength(4);
    });

    test('says once that a token is refused, and anew for the next token', async () => {
      const error = { code: 'auth.tokenExpired', message: 'Expired.' };
      const refusal = { status: 401, body: { error } };
      const { transport, onUnauthorized, requests } = await setUp(refusal, refusal, refusal);
      await expect(transport.call('user-get', {})).rejects.toMatchObject({ status: 401 });
      await expect(transport.call('user-get', {})).rejects.toMatchObject({ status: 401 });
      expect(onUnauthorized).toHaveBeenCalledTimes(1);

      transport.updateToken('token-2');
      await vi.advanceTimersByTimeAsync(0);
      await expect(transport.call('user-get', {})).rejects.toMatchObject({ status: 401 });
      expect(onUnauthorized).toHaveBeenCalledTimes(2);
      expect(requests.at(-1)?.token).toBe('token-2');
    });

    test('stops trying when the caller does', async () => {
      const { transport, requests } = await setUp('lost');
      const aborter = new AbortController();
      const calling = transport.call('user-get', {}, { signal: aborter.signal });
      const outcome = expect(calling).rejects.toBe('left');
      await vi.advanceTimersByTimeAsync(100);
      aborter.abort('left');
      await outcome;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(requests).toHaveLength(1);
    });
  });
}
