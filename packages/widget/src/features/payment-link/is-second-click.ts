import type { MouseEvent } from 'react';

/** The second half of a double click would open another window of the same. */
export function isSecondClick({ detail }: Pick<MouseEvent, 'detail'>): boolean {
  return detail > 1;
}
