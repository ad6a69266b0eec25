import { buildHostData, createFakeBridge } from '@kassa/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TokenMissingError, waitForToken } from './wait-for-token.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('takes the token of a later token-updated', async () => {
  const bridge = createFakeBridge();
  const waiting = waitForToken(buildHostData({ token: '' }), bridge);
  bridge.say({ messageType: 'token-updated', payload: { token: 'late' } });
  await expect(waiting).resolves.toMatchObject({ token: 'late' });
});

test('gives up when none comes', async () => {
  const waiting = waitForToken(buildHostData({ token: '' }), createFakeBridge());
  const outcome = expect(waiting).rejects.toBeInstanceOf(TokenMissingError);
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
});
