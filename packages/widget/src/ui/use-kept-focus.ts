import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The focus was in a place that is being replaced. */
let wasFocused = false;

/**
 * Keeps the focus in a place whose screen replaces itself: the next screen's place takes it, although
 * a new screen focuses its heading.
 * @param place - contains the control
 * @param id - the control that takes the focus
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, id: string): void {
  const isHere = useRef(false);
  useLayoutEffect(() => {
    const element = place.current;
    isHere.current = wasFocused;
    return () => {
      wasFocused = element?.contains(document.activeElement) === true;
      // Both screens change in one step: later it is another screen.
      queueMicrotask(() => {
        wasFocused = false;
      });
    };
  }, [place]);
  useEffect(() => {
    if (!isHere.current) return;
    isHere.current = false;
    // After the heading has taken it.
    queueMicrotask(() => document.getElementById(id)?.focus({ preventScroll: true }));
  }, [id]);
}
