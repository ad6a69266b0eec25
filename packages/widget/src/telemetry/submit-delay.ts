import type { HostBridge } from '../host/host-bridge.ts';

const shown = 'kassa:methods-shown';
const measureName = 'first_show_submit_delay';

/** Marks that methods are shown. Only the first call counts. */
export function markMethodsShown(): void {
  if (performance.getEntriesByName(shown).length === 0) performance.mark(shown);
}

/**
 * Call on every press of Deposit. The first call reports the time in ms since methods were first
 * shown (§4): to the host, and in the page's timeline, where the telemetry reads it. It reports
 * nothing if no methods were shown, as after a link to a form.
 */
export function reportFirstSubmit(bridge: Pick<HostBridge, 'send'>): void {
  const name = `kassa:${measureName}`;
  const isShown = performance.getEntriesByName(shown).length > 0;
  if (!isShown || performance.getEntriesByName(name).length > 0) return;
  const { duration } = performance.measure(name, shown);
  const value = Math.round(duration);
  bridge.send({ messageType: 'Metric', payload: { name: measureName, value } });
}
