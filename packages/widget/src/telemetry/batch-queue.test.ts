import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BatchQueue, createBatchQueue } from './batch-queue.ts';

type Send = (batch: number[], isLast: boolean) => Promise<void>;

let send: ReturnType<typeof vi.fn<Send>>;
let queue: BatchQueue<number>;

beforeEach(() => {
  vi.useFakeTimers();
  send = vi.fn<Send>(async () => {});
  queue = createBatchQueue({ send, batchSize: 3, delayMs: 5000 });
});

afterEach(() => {
  queue.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const add = (...items: number[]) => {
  for (const item of items) queue.add(item);
};

function hide(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

test('sends a full batch at once and the rest after a while', async () => {
  add(1, 2, 3, 4);
  expect(send.mock.calls).toEqual([[[1, 2, 3], false]]);
  await vi.advanceTimersByTimeAsync(4999);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(send.mock.calls[1]).toEqual([[4], false]);
});

test('sends nothing when there is nothing', async () => {
  hide();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).not.toHaveBeenCalled();
});

test('sends waiting items when the page is hidden, and later items at once', () => {
  add(1);
  hide();
  add(2);
  expect(send.mock.calls).toEqual([
    [[1], true],
    [[2], true],
  ]);
});

test('sends waiting items when the page is left', () => {
  add(1);
  dispatchEvent(new Event('pagehide'));
  expect(send.mock.calls).toEqual([[[1], true]]);
});

test('keeps a batch that could not be sent, in its place, for the next attempt', async () => {
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  add(1, 2, 3, 4);
  await vi.advanceTimersByTimeAsync(5000);
  expect(send.mock.calls).toEqual([
    [[1, 2, 3], false],
    [[1, 2, 3], false],
    [[4], false],
  ]);
});

test('keeps a limited number of items while sending fails', async () => {
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  for (let item = 0; item < 1000; item += 1) queue.add(item);
  await vi.advanceTimersByTimeAsync(0);
  send.mockReset();
  send.mockResolvedValue();
  await vi.advanceTimersByTimeAsync(60_000);
  const sent = send.mock.calls.flatMap(([batch]) => batch);
  expect(sent).toHaveLength(200);
  expect(sent.at(-1)).toBe(999);
});

test('backs off while sending fails', async () => {
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  add(1);
  const tries: number[] = [];
  for (let second = 0; second < 160; second += 5) {
    const before = send.mock.calls.length;
    await vi.advanceTimersByTimeAsync(5000);
    if (send.mock.calls.length > before) tries.push(second + 5);
  }
  expect(tries).toEqual([5, 10, 20, 40, 80, 140]);
});
