import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildUnreadCheck } from './unread-answers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A connection with an answer, and its check after a pause. */
function build() {
  const socket = { writableLength: 50, writableEnded: false, bytesWritten: 100 };
  const isUnread = buildUnreadCheck(socket as Socket, { unreadMs: 1000, checkMs: 100 });
  const checkAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return isUnread();
  };
  return { socket, checkAfter };
}

test('an answer is unread when nothing of it was read for long enough', () => {
  const { checkAfter } = build();
  const checks = Array.from({ length: 11 }, () => checkAfter(100));
  expect(checks).toEqual([...Array(10).fill(false), true]);
});

test('what is read begins the time anew, and so does an answer that was read whole', () => {
  const { socket, checkAfter } = build();
  for (let turn = 0; turn < 3; turn += 1) {
    for (let count = 0; count < 10; count += 1) expect(checkAfter(100)).toBe(false);
    socket.writableLength -= 25;
  }
});

test('a pause of the process counts as two intervals', () => {
  const { checkAfter } = build();
  const checks = [100, 60_000, 60_000, 60_000, 60_000].map(checkAfter);
  expect(checks).toEqual(Array(5).fill(false));
  expect(checkAfter(200)).toBe(true);
});
