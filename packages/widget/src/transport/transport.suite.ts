import { buildOffer } from '@kassa/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testRefusedTokens } from './refused-token.suite.ts';
import {
  type OpenTransport,
  type ServerAnswer,
  setUpTransport,
  sharedHeaders,
  user,
} from './testing/transport-stage.ts';

const isInFlight: ServerAnswer = {
  status: 409,
  body: { error: { code: 'idempotency.inFlight', message: 'Still at it.' } },
};

/** Tests the behaviour that every adapter of the transport port shares. */
export function describeTransport(name: string, open: OpenTransport) {
  const setUp = (...answers: ServerAnswer[]) => setUpTransport(open, answers);

  describe(name, () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test('returns the parsed response', async () => {
      const { transport, requests } = await setUp();
      await expect(transport.call('user-get', {})).resolves.toEqual(user);
      expect(requests).toMatchObject([
        { name: 'user-get', method: 'GET', token: 'token-1', headers: sharedHeaders },
      ]);
    });

    test('a refusal is an answer: the server can be reached', async () => {
      const refusal = { status: 404, body: { error: { code: 'deposit.notFound', message: '' } } };
      const { transport } = await setUp(refusal);
      const told: boolean[] = [];
      transport.onReachable((isReachable) => told.push(isReachable));
      await expect(transport.call('user-get', {})).rejects.toThrow();
      expect(told).toEqual([true]);
    });

    test('sends the request and the idempotency key', async () => {
      const body = { payment_session_id: 'session-1' };
      const { transport, requests } = await setUp({ status: 200, body });
      const request = { amount: '50', currency: 'EUR' };
      await transport.call('session-start', request, { idempotencyKey: 'key-1' });
      expect(requests).toMatchObject([{ method: 'POST', body: request, idempotencyKey: 'key-1' }]);
    });

    test('sends the tag of a cached response, and uses the cached one where it is still current', async () => {
      const [first, second] = [buildOffer([]), { ...buildOffer([]), country: 'fr' }];
      const tag = (etag: string) => ({ headers: { etag } });
      const { transport, requests } = await setUp(
        { status: 200, body: first, ...tag('"1"') },
        { status: 304, body: null, ...tag('"1"') },
        { status: 200, body: second, ...tag('"2"') },
        { status: 304, body: null, ...tag('"2"') },
        { status: 200, body: first },
      );
      const ask = () => transport.call('methods-payment-v3', { country: 'de' });
      const [one, two, three, four] = [await ask(), await ask(), await ask(), await ask()];
      expect([one, two, three, four]).toEqual([first, first, second, second]);
      // Another request has another response.
      await transport.call('methods-payment-v3', { country: 'fr' });
      expect(requests.map(({ headers }) => headers?.['if-none-match'])).toEqual([
        undefined,
        '"1"',
        '"1"',
        '"2"',
        undefined,
      ]);
    });

    test('rejects with the server’s error', async () => {
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
    ])('treats %s as a server error', async (_, answer) => {
      const { transport, requests } = await setUp(answer);
      await expect(transport.call('user-get', {})).rejects.toMatchObject({
        kind: 'refused',
        code: 'server.error',
      });
      expect(requests).toHaveLength(1);
    });

    test('retries 2 s after a lost response, with the same key', async () => {
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
      await vi.advanceTimersByTimeAsync(8000);
      await outcome;
      expect(requests).toHaveLength(4);
    });

    test('reports a failure after all retries, and none of a caller who left', async () => {
      const error = { code: 'method.unavailable', message: 'Off.' };
      const { transport, onFailure } = await setUp(
        'lost',
        { status: 422, body: { error } },
        'lost',
      );
      const calling = expect(transport.call('user-get', {})).rejects.toThrow();
      await vi.advanceTimersByTimeAsync(2000);
      await calling;
      expect(onFailure.mock.calls).toEqual([['user-get', expect.objectContaining(error)]]);

      const aborter = new AbortController();
      const leaving = transport.call('user-get', {}, { signal: aborter.signal });
      const left = expect(leaving).rejects.toBe('left');
      aborter.abort('left');
      await left;
      expect(onFailure).toHaveBeenCalledTimes(1);
    });

    test('backs off for a call in flight, with the same key, until the server has taken over after a crash', async () => {
      const body = { payment_session_id: 'session-1' };
      const { transport, requests } = await setUp(isInFlight, isInFlight, isInFlight, {
        status: 200,
        body,
      });
      const request = { amount: '50', currency: 'EUR' };
      const calling = transport.call('session-start', request, { idempotencyKey: 'key-1' });
      for (const [pauseMs, tries] of [
        [2000, 2],
        [4000, 3],
        [9000, 3],
        [1000, 4],
      ] as const) {
        await vi.advanceTimersByTimeAsync(pauseMs);
        expect(requests).toHaveLength(tries);
      }
      await expect(calling).resolves.toEqual(body);
      expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey))).toEqual(
        new Set(['key-1']),
      );
    });

    test('counts lost responses and calls in flight separately, and gives up after three of a kind', async () => {
      const alternating = ['lost', isInFlight, 'lost', isInFlight, 'lost', isInFlight] as const;
      const { transport, requests } = await setUp(...alternating, isInFlight);
      const outcome = expect(transport.call('user-get', {})).rejects.toMatchObject({
        code: 'idempotency.inFlight',
      });
      await vi.advanceTimersByTimeAsync(60_000);
      await outcome;
      expect(requests).toHaveLength(7);
    });

    testRefusedTokens(open);

    test('stops retrying when the caller leaves', async () => {
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

    test('sends nothing for a caller who has left, and removes its listeners from the signal', async () => {
      const { transport, requests } = await setUp('lost');
      await expect(
        transport.call('user-get', {}, { signal: AbortSignal.abort('left') }),
      ).rejects.toBe('left');
      expect(requests).toEqual([]);

      const { signal } = new AbortController();
      const added = vi.spyOn(signal, 'addEventListener');
      const removed = vi.spyOn(signal, 'removeEventListener');
      const calling = transport.call('user-get', {}, { signal });
      await vi.advanceTimersByTimeAsync(2000);
      await calling;
      expect(added).toHaveBeenCalled();
      expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
        added.mock.calls.map(([, listener]) => listener),
      );
    });
  });
}
