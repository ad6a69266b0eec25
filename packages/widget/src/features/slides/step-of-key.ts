import type { KeyboardEvent } from 'react';

/**
 * Returns the step of an arrow key among slides, in the direction of the language: 1 forward, -1
 * back, null for any other key.
 */
export function stepOfKey(event: KeyboardEvent<HTMLElement>): 1 | -1 | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (event.key === forward) return 1;
  return event.key === back ? -1 : null;
}
