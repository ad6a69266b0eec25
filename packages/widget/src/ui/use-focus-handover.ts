import { type RefObject, useLayoutEffect } from 'react';

/**
 * Hands the focus on as an element goes that holds it: it would fall back to the page's beginning, and a
 * screen reader would lose its place.
 * @param heir - a selector of what takes it
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
