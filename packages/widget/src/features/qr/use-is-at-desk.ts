import { useSyncExternalStore } from 'react';

/** A desktop: a frame wider than a phone (§2: above 767 px), or a mouse. */
const desk = '(min-width: 768px), (hover: hover) and (pointer: fine)';

/** Returns whether the player is at a desktop, where a code is scanned rather than copied. */
export function useIsAtDesk(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(desk).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(desk);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
