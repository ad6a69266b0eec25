import type { HostBridge } from '../host/host-bridge.ts';
import { createHeightReport, type HeightReport } from './report-height.ts';
import { watchSight } from './watch-sight.ts';

export interface AutoHeight {
  report: HeightReport;
  stop: () => void;
}

/** Starts the parts for a frame that its host makes as high as its content. */
export function startAutoHeight(bridge: HostBridge): AutoHeight {
  const report = createHeightReport((height) =>
    bridge.send({ messageType: 'resize', payload: { height } }),
  );
  return { report, stop: watchSight({ document, window }) };
}
