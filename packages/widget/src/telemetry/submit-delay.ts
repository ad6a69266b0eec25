import type { HostBridge } from '../host/host-bridge.ts';

const shown = 'kassa:full-loaded';
const measureName = 'first_show_submit_delay';

/**
 * Called on every press of Deposit. The first press reports to the host how long the player took
 * since the methods were first shown, in ms (§4). The measure is in the page's timeline too, where
 * telemetry finds it.
 */
export function reportFirstSubmit(bridge: Pick<HostBridge, 'send'>): void {
  const name = `kassa:${measureName}`;
  const isShown = performance.getEntriesByName(shown).length > 0;
  if (!isShown || performance.getEntriesByName(name).length > 0) return;
  const { duration } = performance.measure(name, shown);
  const value = Math.round(duration);
  bridge.send({ messageType: 'Metric', payload: { name: measureName, value } });
}
