import type { InvoiceSettings } from '../../brands/invoice-settings.ts';

/** A player's invoices to the operator's own accounts, as far as they restrict the next one. */
export interface InvoiceStanding {
  /** How many are open. */
  open: number;
  /** How many ended unpaid since the last payment. */
  unpaid: number;
  /** When the last of these ended; null if none did. */
  unpaidAt: Date | null;
}

/** Why a player gets no further invoice now. */
export type InvoiceRefusal =
  | { code: 'invoices.tooMany'; params: { count: string } }
  /** `until` in ISO 8601. */
  | { code: 'invoices.paused'; params: { until: string } };

const minuteMs = 60_000;
const firstPauseMs = 5 * minuteMs;
const longestPauseMs = 60 * minuteMs;

/** An unpaid invoice is forgotten after this time without another one. */
export const forgottenAfterHours = 24;

/**
 * Decides whether a player may have another invoice: not too many at once, and not before the end of a pause
 * that doubles with each further invoice left unpaid, up to an hour. A payment ends it.
 */
export function refuseInvoice(
  { open, unpaid, unpaidAt }: InvoiceStanding,
  { most, unpaidBeforePause }: Pick<InvoiceSettings, 'most' | 'unpaidBeforePause'>,
  now: Date,
): InvoiceRefusal | null {
  if (unpaidAt !== null && unpaid >= unpaidBeforePause) {
    const pauseMs = Math.min(firstPauseMs * 2 ** (unpaid - unpaidBeforePause), longestPauseMs);
    const until = new Date(unpaidAt.getTime() + pauseMs);
    if (until > now) return { code: 'invoices.paused', params: { until: until.toISOString() } };
  }
  if (open < most) return null;
  return { code: 'invoices.tooMany', params: { count: String(open) } };
}
