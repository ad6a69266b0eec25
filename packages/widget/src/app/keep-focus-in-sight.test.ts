import { expect, onTestFinished, test, vi } from 'vitest';
import { keepFocusInSight } from './keep-focus-in-sight.ts';

function focusField() {
  const field = document.createElement('input');
  document.body.append(field);
  field.focus();
  onTestFinished(() => field.remove());
  return vi.spyOn(field, 'scrollIntoView').mockImplementation(() => {});
}

function resizeTo(heightPx: number): void {
  Object.assign(window, { innerHeight: heightPx });
  window.dispatchEvent(new Event('resize'));
}

test('what has the focus comes back into sight when a keyboard takes its room, and then alone', () => {
  resizeTo(844);
  onTestFinished(keepFocusInSight(window));
  const scroll = focusField();
  resizeTo(420);
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest', behavior: 'instant' });
  resizeTo(844);
  resizeTo(844);
  expect(scroll).toHaveBeenCalledOnce();
});

test('where nothing has the focus nothing is scrolled', () => {
  resizeTo(844);
  onTestFinished(keepFocusInSight(window));
  const scroll = vi.spyOn(document.body, 'scrollIntoView');
  resizeTo(420);
  expect(scroll).not.toHaveBeenCalled();
});
