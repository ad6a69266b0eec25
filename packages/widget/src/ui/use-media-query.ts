import { useCallback, useSyncExternalStore } from 'react';

/** A frame wider than a phone (§2: above 767 px), as the style sheets have it too. */
export const wideFrame = '(min-width: 768px)';

/** A frame with room for two panes, as `shell.module.css` has it too. */
export const frameOfPanes = '(min-width: 900px)';

/** Whether a media query holds; follows it. None holds on the server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
