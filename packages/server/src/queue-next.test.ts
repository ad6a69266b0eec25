import { expect, test, vi } from 'vitest';
import { queueNext } from './queue-next.ts';

const away = new Error('the database is away');

test('queues again until the database takes it', async () => {
  const queue = vi.fn().mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  const onFailure = vi.fn();
  const stopped = new AbortController().signal;
  await queueNext(queue, { stopped, onFailure, pauseMs: 1 });
  expect(queue).toHaveBeenCalledTimes(3);
  expect(onFailure.mock.calls).toEqual([[away]]);
});

test('queues once when it is stopped, and tries no more', async () => {
  const queue = vi.fn().mockRejectedValue(away);
  const stopping = new AbortController();
  await queueNext(queue, { stopped: stopping.signal, onFailure: () => stopping.abort() });
  expect(queue).toHaveBeenCalledTimes(1);
});
