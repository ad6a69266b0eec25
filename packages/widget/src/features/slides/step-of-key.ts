import type { KeyboardEvent } from 'react';

/**
 * The step that an arrow key means among slides, in the direction of the language: 1 forward, -1 back,
 * null where a key means nothing to them.
 */
export function stepOfKey(event: KeyboardEvent<HTMLElement>): 1 | -1 | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (event.key === forward) return 1;
  return event.key === back ? -1 : null;
}
