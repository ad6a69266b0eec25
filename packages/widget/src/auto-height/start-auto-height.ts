import type { HostBridge } from '../host/host-bridge.ts';
import { createHeightReport, type HeightReport } from './report-height.ts';
import { watchSight } from './watch-sight.ts';

export interface AutoHeight {
  /** Reports a screen's height without the header's, which is added. */
  report: HeightReport;
  stop: () => void;
}

/**
 * Starts the parts for a frame that its host makes as high as its content.
 * @param shell - the element with the header, whose height changes with its banner
 */
export function startAutoHeight(bridge: HostBridge, shell: HTMLElement): AutoHeight {
  const send = createHeightReport((height) =>
    bridge.send({ messageType: 'resize', payload: { height } }),
  );
  const header = shell.querySelector('header');
  let latest: Parameters<HeightReport> | null = null;
  const reportLatest = () => {
    if (latest === null) return;
    const [screen, heightPx] = latest;
    send(screen, Math.ceil((header?.offsetHeight ?? 0) + heightPx));
  };
  const observer = new ResizeObserver(reportLatest);
  if (header !== null) observer.observe(header);
  const stopWatching = watchSight({ document, window });
  return {
    report: (...report) => {
      latest = report;
      reportLatest();
    },
    stop: () => {
      observer.disconnect();
      stopWatching();
    },
  };
}
