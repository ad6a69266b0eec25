import type { HostBridge } from '../host/host-bridge.ts';

const shown = 'kassa:methods-shown';
const measureName = 'first_show_submit_delay';

/** Call where methods are shown: the first time counts. */
export function markMethodsShown(): void {
  if (performance.getEntriesByName(shown).length === 0) performance.mark(shown);
}

/**
 * Call on every press of Deposit: the first one tells the host how long the player took since the
 * methods were first shown, in ms (§4): nothing where the player saw none, as by a link to a form. It stands in the page's timeline too, where the telemetry
 * finds it.
 */
export function reportFirstSubmit(bridge: Pick<HostBridge, 'send'>): void {
  const name = `kassa:${measureName}`;
  const isShown = performance.getEntriesByName(shown).length > 0;
  if (!isShown || performance.getEntriesByName(name).length > 0) return;
  const { duration } = performance.measure(name, shown);
  const value = Math.round(duration);
  bridge.send({ messageType: 'Metric', payload: { name: measureName, value } });
}
