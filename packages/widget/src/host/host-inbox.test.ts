import { buildHostData, createFakeBridge } from '@kassa/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openHostInbox, TokenMissingError } from './host-inbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const token = (value: string) =>
  ({ messageType: 'token-updated', payload: { token: value } }) as const;
const dark = { messageType: 'theme-updated', payload: { theme: 'dark' } } as const;
const noToken = buildHostData({ token: '' });

test('takes the token of a later token-updated', async () => {
  const bridge = createFakeBridge();
  const waiting = openHostInbox(bridge).waitForToken(noToken);
  bridge.say(token(''));
  bridge.say(token('late'));
  await expect(waiting).resolves.toMatchObject({ token: 'late' });
});

test('takes the newest token that arrived before the wait', async () => {
  const bridge = createFakeBridge();
  const inbox = openHostInbox(bridge);
  bridge.say(token('first'));
  bridge.say(token('second'));
  await expect(inbox.waitForToken(noToken)).resolves.toMatchObject({ token: 'second' });
});

test('rejects where no token arrives in time', async () => {
  const waiting = openHostInbox(createFakeBridge()).waitForToken(noToken);
  const outcome = expect(waiting).rejects.toBeInstanceOf(TokenMissingError);
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
});

test('keeps messages in their order until the widget follows them', async () => {
  const bridge = createFakeBridge();
  const inbox = openHostInbox(bridge);
  const waiting = inbox.waitForToken(noToken);
  bridge.say(dark);
  bridge.say(token('late'));
  await waiting;
  bridge.say({ messageType: 'close' });
  const act = vi.fn();
  const stop = inbox.follow(act);
  expect(act.mock.calls).toEqual([[dark], [token('late')], [{ messageType: 'close' }]]);
  bridge.say(dark);
  expect(act).toHaveBeenCalledTimes(4);
  stop();
  bridge.say(dark);
  expect(act).toHaveBeenCalledTimes(4);
});
