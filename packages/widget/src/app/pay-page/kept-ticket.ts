import { type DeviceTicket, deviceTicketSchema } from '@kassa/contract';
import { readTab, writeTab } from '../../storage/tab-storage.ts';

const key = 'kassa.pay.ticket';

/** Keeps the ticket for a reload of this tab; null deletes it. */
export function keepTicket(ticket: DeviceTicket | null): void {
  writeTab(key, ticket === null ? null : JSON.stringify(ticket));
}

/** Returns what {@link keepTicket} kept; null where there is nothing. */
export function recallTicket(): DeviceTicket | null {
  try {
    return deviceTicketSchema.safeParse(JSON.parse(readTab(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
