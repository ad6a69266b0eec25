import { type RefObject, useCallback, useEffect, useState } from 'react';
import { retryImport } from '../routing/wait-for-page-data.ts';
import { useSession } from '../session/session.ts';
import type { AutoHeight } from './start-auto-height.ts';

/**
 * Returns a function that takes a screen's height in px and reports the height of header and screen
 * to the host. Null where the host sets the frame's height; the code is not loaded then.
 */
export function useAutoHeight(
  shellRef: RefObject<HTMLElement | null>,
  screen: unknown,
): ((screenPx: number) => void) | null {
  const { bridge, hostData } = useSession();
  const [started, setStarted] = useState<AutoHeight | null>(null);
  useEffect(() => {
    if (!hostData.autoHeight) return;
    let stop = () => {};
    let isOver = false;
    retryImport(() => import('./start-auto-height.ts')).then(({ startAutoHeight }) => {
      if (isOver) return;
      const begun = startAutoHeight(bridge);
      stop = begun.stop;
      setStarted(begun);
      // Without this code the frame keeps its height, and the cashier scrolls inside.
    }, console.error);
    return () => {
      isOver = true;
      stop();
    };
  }, [bridge, hostData.autoHeight]);

  const handleHeight = useCallback(
    (screenPx: number) => {
      const headerPx = shellRef.current?.querySelector('header')?.offsetHeight ?? 0;
      started?.report(screen, Math.ceil(headerPx + screenPx));
    },
    [started, screen, shellRef],
  );
  return started === null ? null : handleHeight;
}
