import type { MouseEvent } from 'react';

/** Returns whether a click is the second of a double click, which would open another window. */
export function isSecondClick({ detail }: Pick<MouseEvent, 'detail'>): boolean {
  return detail > 1;
}
