import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Snackbar } from './snackbar.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));

function setUp(durationMs?: number) {
  const onClose = vi.fn();
  render(
    <Snackbar title="Not created" closeLabel="Close" onClose={onClose} durationMs={durationMs}>
      Try again
    </Snackbar>,
  );
  return { onClose, box: screen.getByText('Try again') };
}

test('a snackbar is a polite announcement with title, text and a close button', () => {
  const { onClose } = setUp();
  expect(screen.getByRole('status').textContent).toBe('Not createdTry again');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a snackbar disappears after its time', async () => {
  const { onClose } = setUp(5000);
  await pass(4999);
  expect(onClose).not.toHaveBeenCalled();
  await pass(1);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a snackbar with something to note down stays until it is closed', async () => {
  const { onClose } = setUp();
  await pass(600_000);
  expect(onClose).not.toHaveBeenCalled();
});

test('a snackbar stays while the pointer is on it, and its time starts again after that', async () => {
  const { onClose, box } = setUp(5000);
  await pass(4000);
  fireEvent.pointerEnter(box);
  await pass(60_000);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.pointerLeave(box);
  await pass(4999);
  expect(onClose).not.toHaveBeenCalled();
  await pass(1);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a snackbar stays while it holds the focus', async () => {
  const { onClose } = setUp(5000);
  const button = screen.getByRole('button', { name: 'Close' });
  act(() => button.focus());
  await pass(60_000);
  expect(onClose).not.toHaveBeenCalled();
  act(() => button.blur());
  await pass(5000);
  expect(onClose).toHaveBeenCalledOnce();
});
