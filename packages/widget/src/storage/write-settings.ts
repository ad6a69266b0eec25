import { forceLoggingKey, type TransportName, transportKey } from './stored-settings.ts';
import { writeTab } from './tab-storage.ts';

/** Switches the logging of failed requests on or off, in production too. */
export function writeForceLogging(isOn: boolean): void {
  writeTab(forceLoggingKey, isOn ? '1' : '0');
}

/** Overrides the host's transport; null removes the override. */
export function writeTransportChoice(choice: TransportName | null): void {
  writeTab(transportKey, choice);
}
