import { type RefObject, useLayoutEffect } from 'react';

/**
 * Hands the focus on when the element that holds it is removed. Otherwise the focus would fall back
 * to the page's beginning, and a screen reader would lose its place.
 * @param heir - a selector of the element that takes the focus
 */
export function useFocusHandover(ref: RefObject<HTMLElement | null>, heir: string): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      document.querySelector<HTMLElement>(heir)?.focus({ preventScroll: true });
    };
  }, [ref, heir]);
}
