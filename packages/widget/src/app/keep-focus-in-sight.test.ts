import { expect, onTestFinished, test, vi } from 'vitest';
import { keepFocusInSight } from './keep-focus-in-sight.ts';

function focusOn(name: 'input' | 'button') {
  const field = document.createElement(name);
  document.body.append(field);
  field.focus();
  onTestFinished(() => field.remove());
  return vi.spyOn(field, 'scrollIntoView').mockImplementation(() => {});
}

function resizeTo(heightPx: number): void {
  Object.assign(window, { innerHeight: heightPx });
  window.dispatchEvent(new Event('resize'));
}

test('a focused field is scrolled into sight when a keyboard opens, and only then', () => {
  resizeTo(844);
  onTestFinished(keepFocusInSight(window));
  const scroll = focusOn('input');
  resizeTo(420);
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest', behavior: 'instant' });
  resizeTo(844);
  resizeTo(844);
  expect(scroll).toHaveBeenCalledOnce();
});

test('for other elements no keyboard opens, and nothing is scrolled', () => {
  resizeTo(844);
  onTestFinished(keepFocusInSight(window));
  const scroll = focusOn('button');
  resizeTo(420);
  expect(scroll).not.toHaveBeenCalled();
});
