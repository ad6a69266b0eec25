import { useSyncExternalStore } from 'react';

/** Wider than a phone (§2: above 767 px). */
const wide = '(min-width: 768px)';

/** Returns whether the frame is wider than a phone. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
