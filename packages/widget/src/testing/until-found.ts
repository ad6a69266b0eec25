import { act } from '@testing-library/react';
import { vi } from 'vitest';

const startTimer = globalThis.setTimeout;
const mostTries = 2000;

/**
 * Repeats `find` until it throws no more, with fake timers that go on by 50 ms each time. A
 * screen's script is loaded in real time, which fake timers don't pass.
 * @throws the last error of `find` after 2000 tries, at least 10 s
 */
export async function untilFound(find: () => unknown): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await act(() => vi.advanceTimersByTimeAsync(50));
    try {
      find();
      return;
    } catch (error) {
      if (tries === mostTries) throw error;
    }
    await new Promise<void>((resolve) => {
      startTimer(resolve, 5);
    });
  }
}
