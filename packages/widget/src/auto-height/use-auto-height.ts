import { type RefObject, useEffect, useMemo, useState } from 'react';
import { retryImport } from '../routing/wait-for-page-data.ts';
import { useSession } from '../session/session.ts';
import type { AutoHeight } from './start-auto-height.ts';

/**
 * Returns a function that takes a screen's height in px; the height of header and screen is
 * reported to the host. Null where the host sets the frame's height; the code is not loaded then.
 */
export function useAutoHeight(
  shellRef: RefObject<HTMLElement | null>,
  screen: unknown,
): ((screenPx: number) => void) | null {
  const { bridge, hostData } = useSession();
  const [started, setStarted] = useState<AutoHeight | null>(null);
  useEffect(() => {
    const shell = shellRef.current;
    if (!hostData.autoHeight || shell === null) return;
    const starting = retryImport(() => import('./start-auto-height.ts')).then(
      ({ startAutoHeight }) => startAutoHeight(bridge, shell),
    );
    // Without this code the frame keeps its height, and the cashier scrolls inside.
    starting.then(setStarted, console.error);
    return () => void starting.then(({ stop }) => stop(), console.error);
  }, [bridge, hostData.autoHeight, shellRef]);

  return useMemo(
    () => started && ((screenPx) => started.report(screen, screenPx)),
    [started, screen],
  );
}
