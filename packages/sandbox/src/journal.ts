import { closeSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { amountSchema } from './amounts.ts';
import { behaviourChangeSchema } from './behaviours.ts';
import { declineReasonSchema } from './decline-reasons.ts';
import { offerListSchema, offerSchema } from './onramp/offer.ts';
import { bankTransferSchema } from './payer-bank/bank-transfer.ts';
import {
  detailsSchema,
  newPaymentSchema,
  paymentStatusSchema,
  playerClaimSchema,
  receiptSchema,
  reversalSchema,
} from './payment.ts';
import { newPayoutSchema, paidMoneySchema, payoutStatusSchema } from './payout.ts';
import { newPixSchema, pixReturnSchema } from './pix-bank/received-pix.ts';
import { newRefundSchema, refundStatusSchema } from './refund.ts';

/** A notification to the merchant, not delivered yet. */
export const deliverySchema = z.object({
  id: z.string(),
  eventId: z.string(),
  url: z.string(),
  /** The exact bytes that are signed and sent. */
  body: z.string(),
  /** Epoch milliseconds; retries end three days later. */
  createdAt: z.number(),
  /** The earliest time to send, in epoch milliseconds; at once if missing. */
  dueAt: z.optional(z.number()),
  /** The header of the signature; the provider's own if missing. */
  signatureHeader: z.optional(z.string()),
  /** Delayed only until another notification was accepted. */
  isReordered: z.optional(z.boolean()),
});

export type Delivery = z.infer<typeof deliverySchema>;

const deliveriesSchema = z.array(deliverySchema);

/**
 * One entry of the provider's history. A decision and its notifications share one entry, so they
 * are written together or not at all.
 */
export const journalEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paymentCreated'), payment: newPaymentSchema }),
  z.object({
    kind: z.literal('paymentUpdated'),
    paymentId: z.string(),
    status: paymentStatusSchema,
    /** Only in journals older than receipts; there `approved` holds the paid amount. */
    paidAmount: z.optional(z.nullable(amountSchema)),
    /** With `declined`, if a reason was given. */
    declineReason: z.optional(z.nullable(declineReasonSchema)),
    deliveries: deliveriesSchema,
  }),
  z.object({
    kind: z.literal('receiptTaken'),
    paymentId: z.string(),
    receipt: receiptSchema,
    deliveries: deliveriesSchema,
  }),
  z.object({
    kind: z.literal('reversalMade'),
    paymentId: z.string(),
    reversal: reversalSchema,
    deliveries: deliveriesSchema,
  }),
  z.object({
    kind: z.literal('playerClaimed'),
    paymentId: z.string(),
    claim: playerClaimSchema,
  }),
  z.object({ kind: z.literal('detailsGiven'), paymentId: z.string(), details: detailsSchema }),
  z.object({
    kind: z.literal('offersMade'),
    paymentId: z.string(),
    offerList: offerListSchema,
  }),
  z.object({ kind: z.literal('offerTaken'), paymentId: z.string(), offer: offerSchema }),
  z.object({ kind: z.literal('approvalScheduled'), paymentId: z.string(), dueAt: z.number() }),
  z.object({ kind: z.literal('payoutCreated'), payout: newPayoutSchema }),
  z.object({
    kind: z.literal('payoutUpdated'),
    payoutId: z.string(),
    status: payoutStatusSchema,
    /** The paid money; missing in an older journal, where every payout was paid as requested. */
    paid: z.optional(z.nullable(paidMoneySchema)),
    /** Epoch milliseconds. */
    at: z.number(),
    deliveries: deliveriesSchema,
  }),
  z.object({ kind: z.literal('refundCreated'), refund: newRefundSchema }),
  z.object({
    kind: z.literal('refundUpdated'),
    refundId: z.string(),
    status: refundStatusSchema,
    /** Epoch milliseconds. */
    at: z.number(),
    deliveries: deliveriesSchema,
  }),
  z.object({ kind: z.literal('pixWebhookSet'), key: z.string(), url: z.string() }),
  z.object({
    kind: z.literal('pixReceived'),
    pix: newPixSchema,
    deliveries: deliveriesSchema,
  }),
  z.object({
    kind: z.literal('pixReturned'),
    endToEndId: z.string(),
    news: pixReturnSchema,
    deliveries: deliveriesSchema,
  }),
  z.object({ kind: z.literal('bankWebhookSet'), account: z.string(), url: z.string() }),
  z.object({
    kind: z.literal('transfersSent'),
    transfers: z.array(bankTransferSchema),
    deliveries: deliveriesSchema,
  }),
  z.object({ kind: z.literal('clockAdvanced'), advanceMs: z.number() }),
  z.object({ kind: z.literal('deliverySettled'), deliveryId: z.string() }),
  /** Behaviours missing in an older journal are normal. */
  z.object({ kind: z.literal('behavioursChanged'), behaviours: behaviourChangeSchema }),
]);

export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** An append-only file of JSON lines. */
export interface Journal<Entry = JournalEntry> {
  /** The earlier entries, oldest first. */
  readonly history: readonly Entry[];
  append(entry: Entry): void;
  close(): void;
}

/** Opens the journal of a provider; see {@link openJournalOf}. */
export function openJournal(folder: string): Journal {
  return openJournalOf(folder, journalEntrySchema);
}

/**
 * Opens the journal in a folder, which is created if missing. A last line without its newline was
 * interrupted by a kill: it is removed, as nothing was sent for it yet.
 * @throws Error that names file and line if an earlier line is not an entry.
 */
export function openJournalOf<Entry>(folder: string, schema: z.ZodMiniType<Entry>): Journal<Entry> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'journal.jsonl');
  const descriptor = openSync(path, 'a+');
  const bytes = readFileSync(descriptor);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(path, end);
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  return {
    history: lines.map((line, index) => decodeLine(line, schema, `${path}:${index + 1}`)),
    // One synchronous write per entry: after this call the operating system has the entry, and it
    // survives a SIGKILL.
    append: (entry) => {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
    },
    close: () => closeSync(descriptor),
  };
}

function decodeLine<Entry>(line: string, schema: z.ZodMiniType<Entry>, where: string): Entry {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(`${where} is not a journal entry; move the file away to start afresh`, {
      cause: error,
    });
  }
}
