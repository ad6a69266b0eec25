import type { FakeAnswers } from '@kassa/test-kit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { type StageOptions, setStage } from '../../../../testing/stage.tsx';

/** Advances the fake timers. */
export const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));

/** Waits for the screens' code, for their requests, and for the requests that follow. */
export async function settle(): Promise<void> {
  await vi.dynamicImportSettled();
  await pass(250);
  await pass(250);
}

/** Renders the complete page of a deposit, under fake timers. `more` is appended to its address. */
export async function setUpComplete(
  answers: FakeAnswers = {},
  more = '',
  options: Partial<StageOptions> = {},
) {
  const path = `/deposit/complete?depositId=deposit-1&method=card${more}`;
  const stage = setStage({ path, answers, ...options });
  render(stage.element);
  await settle();
  const asked = () => stage.transport.calls.filter(({ name }) => name === 'deposit-status').length;
  return { ...stage, asked };
}

/** Returns the title of the status. */
export const heading = () => screen.getByRole('heading', { level: 2 }).textContent;

/** Presses a button and waits for the result. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
}
