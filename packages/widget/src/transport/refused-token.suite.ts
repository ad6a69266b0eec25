import { expect, test, vi } from 'vitest';
import {
  type OpenTransport,
  type ServerAnswer,
  setUpTransport,
  user,
} from './testing/transport-stage.ts';

/** Tests every adapter's behaviour after a rejected token; within the suite's fake timers. */
export function testRefusedTokens(open: OpenTransport): void {
  const setUp = (...answers: ServerAnswer[]) => setUpTransport(open, answers);

  test('reports a rejected token once, and again for the next token', async () => {
    const error = { code: 'auth.tokenExpired', message: 'Expired.' };
    const refusal = { status: 401, body: { error } };
    const { transport, onUnauthorized, requests } = await setUp(refusal, refusal, refusal);
    const refused = () =>
      expect(transport.call('user-get', {})).rejects.toMatchObject({ status: 401 });
    const both = Promise.all([refused(), refused()]);
    await vi.advanceTimersByTimeAsync(10_000);
    await both;
    expect(onUnauthorized).toHaveBeenCalledTimes(1);

    transport.updateToken('token-2');
    await vi.advanceTimersByTimeAsync(0);
    const again = refused();
    await vi.advanceTimersByTimeAsync(10_000);
    await again;
    expect(onUnauthorized).toHaveBeenCalledTimes(2);
    expect(requests.at(-1)?.token).toBe('token-2');
  });

  test('a rejected call goes on, with the same key, with the host’s next token', async () => {
    const error = { code: 'auth.tokenExpired', message: 'Expired.' };
    const body = { payment_session_id: 'session-1' };
    const { transport, requests } = await setUp(
      { status: 401, body: { error } },
      { status: 200, body },
    );
    const calling = transport.call(
      'session-start',
      { amount: '50', currency: 'EUR' },
      { idempotencyKey: 'key-1' },
    );
    await vi.advanceTimersByTimeAsync(9000);
    transport.updateToken('token-2');
    await vi.advanceTimersByTimeAsync(2000);
    await expect(calling).resolves.toEqual(body);
    expect(requests.map(({ token }) => token)).toEqual(['token-1', 'token-2']);
    expect(requests[1]?.headers).toMatchObject({ 'idempotency-key': 'key-1' });
  });

  test('a call waits for one token, and fails where that is rejected too', async () => {
    const refusal = { status: 401, body: { error: { code: 'auth.tokenExpired', message: '' } } };
    const { transport } = await setUp(refusal, refusal, refusal);
    const calling = transport.call('user-get', {});
    const outcome = expect(calling).rejects.toMatchObject({ status: 401 });
    await vi.advanceTimersByTimeAsync(0);
    transport.updateToken('token-2');
    await vi.advanceTimersByTimeAsync(13_000);
    await outcome;
  });

  test('backs off where the host sends one rejected token after another', async () => {
    const refusal = { status: 401, body: { error: { code: 'auth.tokenExpired', message: '' } } };
    const { transport, onUnauthorized } = await setUp(...Array(9).fill(refusal));
    const refuse = async (token: string) => {
      transport.updateToken(token);
      await vi.advanceTimersByTimeAsync(0);
      void transport.call('user-get', {}).catch(() => {});
      await vi.advanceTimersByTimeAsync(0);
      return onUnauthorized.mock.calls.length;
    };
    expect(await refuse('bad-1')).toBe(1);
    expect(await refuse('bad-2')).toBe(2);
    expect(await refuse('bad-3')).toBe(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(onUnauthorized).toHaveBeenCalledTimes(3);
    expect(await refuse('bad-4')).toBe(3);
    await vi.advanceTimersByTimeAsync(2000);
    expect(onUnauthorized).toHaveBeenCalledTimes(4);
  });

  test('retries with a token that arrived while the earlier one was rejected', async () => {
    const refusal = { status: 401, body: { error: { code: 'auth.tokenExpired', message: '' } } };
    const onUnauthorized = vi.fn();
    const tokens: string[] = [];
    const transport = await open({
      onUnauthorized,
      server: ({ token }) => {
        tokens.push(token);
        if (token !== 'token-1') return { status: 200, body: user };
        transport.updateToken('token-2');
        return refusal;
      },
    });
    const calling = transport.call('user-get', {});
    await vi.advanceTimersByTimeAsync(2000);
    await expect(calling).resolves.toEqual(user);
    expect(tokens).toEqual(['token-1', 'token-2']);
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
}
