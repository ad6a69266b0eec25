import { useSyncExternalStore } from 'react';

/** A desk: a frame wider than a phone (§2: above 767 px), or a mouse. A code is scanned from it. */
const desk = '(min-width: 768px), (hover: hover) and (pointer: fine)';

/** Whether the player sits at a desk, where a code is scanned rather than copied. */
export function useIsAtDesk(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(desk).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(desk);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
