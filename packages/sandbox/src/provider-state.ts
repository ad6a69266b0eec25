import { type Behaviours, normalBehaviours } from './behaviours.ts';
import type { Delivery, JournalEntry } from './journal.ts';
import type { BankTransfer } from './payer-bank/bank-transfer.ts';
import type { Payment, Receipt } from './payment.ts';
import { type Payout, paidBy } from './payout.ts';
import type { ReceivedPix } from './pix-bank/received-pix.ts';
import type { Refund } from './refund.ts';

/** The provider's state, computed from its journal. */
export interface ProviderState {
  /** A changed payment is a new object: never keep one across an await. */
  payments: Map<string, Payment>;
  paymentIdByReference: Map<string, string>;
  payouts: Map<string, Payout>;
  payoutIdByReference: Map<string, string>;
  refunds: Map<string, Refund>;
  refundIdByReference: Map<string, string>;
  /** Payments received by the Pix bank, by end-to-end id. */
  pix: Map<string, ReceivedPix>;
  /** Webhook addresses by Pix key. */
  pixWebhooks: Map<string, string>;
  /** Transfers of the player's bank, by id. */
  transfers: Map<string, BankTransfer>;
  /** Webhook addresses by account number. */
  bankWebhooks: Map<string, string>;
  /** Notifications that the merchant has not accepted yet. */
  deliveries: Map<string, Delivery>;
  behaviours: Behaviours;
  /** How far the provider's clock is ahead of the real time. */
  clockAheadMs: number;
}

export function replayJournal(history: readonly JournalEntry[]): ProviderState {
  const state: ProviderState = {
    payments: new Map(),
    paymentIdByReference: new Map(),
    payouts: new Map(),
    payoutIdByReference: new Map(),
    refunds: new Map(),
    refundIdByReference: new Map(),
    pix: new Map(),
    pixWebhooks: new Map(),
    transfers: new Map(),
    bankWebhooks: new Map(),
    deliveries: new Map(),
    behaviours: normalBehaviours,
    clockAheadMs: 0,
  };
  for (const entry of history) applyEntry(state, entry);
  return state;
}

export function applyEntry(state: ProviderState, entry: JournalEntry): void {
  if ('deliveries' in entry) {
    for (const delivery of entry.deliveries) state.deliveries.set(delivery.id, delivery);
  }
  switch (entry.kind) {
    case 'paymentCreated': {
      const { payment } = entry;
      state.payments.set(payment.id, {
        ...payment,
        status: 'pending',
        declineReason: null,
        approvalDueAt: null,
        playerClaim: null,
        offerList: null,
        takenOffer: null,
        laterDetails: {},
        receipts: [],
        reversals: [],
      });
      state.paymentIdByReference.set(payment.request.merchantReference, payment.id);
      break;
    }
    case 'paymentUpdated':
      changePayment(state, entry.paymentId, (payment) => ({
        status: entry.status,
        declineReason: entry.declineReason ?? null,
        receipts: readOldReceipt(payment, entry),
      }));
      break;
    case 'receiptTaken':
      changePayment(state, entry.paymentId, ({ receipts }) => ({
        status: 'approved',
        receipts: [...receipts, entry.receipt],
      }));
      break;
    case 'reversalMade':
      changePayment(state, entry.paymentId, ({ reversals }) => ({
        reversals: [...reversals, entry.reversal],
      }));
      break;
    case 'playerClaimed':
      changePayment(state, entry.paymentId, () => ({ playerClaim: entry.claim }));
      break;
    case 'offersMade':
      changePayment(state, entry.paymentId, () => ({ offerList: entry.offerList }));
      break;
    case 'offerTaken':
      changePayment(state, entry.paymentId, () => ({ takenOffer: entry.offer }));
      break;
    case 'detailsGiven':
      changePayment(state, entry.paymentId, ({ laterDetails }) => ({
        laterDetails: { ...laterDetails, ...entry.details },
      }));
      break;
    case 'approvalScheduled':
      changePayment(state, entry.paymentId, () => ({ approvalDueAt: entry.dueAt }));
      break;
    case 'payoutCreated': {
      const { payout } = entry;
      const news = { status: 'pending', paid: null, paidAt: null, returnedAt: null } as const;
      state.payouts.set(payout.id, { ...payout, ...news });
      state.payoutIdByReference.set(payout.request.merchantReference, payout.id);
      break;
    }
    case 'payoutUpdated':
      changePayout(state, entry);
      break;
    case 'refundCreated': {
      const { refund } = entry;
      state.refunds.set(refund.id, { ...refund, status: 'pending' });
      state.refundIdByReference.set(refund.request.merchantReference, refund.id);
      break;
    }
    case 'refundUpdated':
      changeRefund(state, entry);
      break;
    case 'pixWebhookSet':
      state.pixWebhooks.set(entry.key, entry.url);
      break;
    case 'pixReceived':
      state.pix.set(entry.pix.endToEndId, { ...entry.pix, returns: [] });
      break;
    case 'pixReturned': {
      const pix = state.pix.get(entry.endToEndId);
      if (pix) state.pix.set(pix.endToEndId, { ...pix, returns: [...pix.returns, entry.news] });
      break;
    }
    case 'bankWebhookSet':
      state.bankWebhooks.set(entry.account, entry.url);
      break;
    case 'transfersSent':
      for (const transfer of entry.transfers) state.transfers.set(transfer.id, transfer);
      break;
    case 'clockAdvanced':
      state.clockAheadMs += entry.advanceMs;
      break;
    case 'deliverySettled':
      state.deliveries.delete(entry.deliveryId);
      break;
    case 'behavioursChanged':
      state.behaviours = { ...normalBehaviours, ...entry.behaviours };
      break;
  }
}

/** Changes a refund; a completed one is a reversal of its receipt with the same id. */
function changeRefund(
  state: ProviderState,
  { refundId, status, at }: Extract<JournalEntry, { kind: 'refundUpdated' }>,
): void {
  const refund = state.refunds.get(refundId);
  if (refund === undefined) return;
  state.refunds.set(refundId, { ...refund, status });
  if (status !== 'completed') return;
  const { merchantReference: refundReference, receiptId, amount, currency } = refund.request;
  const reversal = { id: refundId, receiptId, kind: 'refund' as const, amount, currency, at };
  changePayment(state, refund.paymentId, ({ reversals }) => ({
    reversals: [...reversals, { ...reversal, refundReference }],
  }));
}

/** Returns the amounts of a receipt that are taken back, or wanted by a pending refund. */
export function amountsTaken(
  { refunds }: ProviderState,
  { reversals }: Payment,
  receiptId: string,
): string[] {
  const pending = [...refunds.values()].filter(
    ({ status, request }) => status === 'pending' && request.receiptId === receiptId,
  );
  return [
    ...reversals.filter((reversal) => reversal.receiptId === receiptId).map(({ amount }) => amount),
    ...pending.map(({ request }) => request.amount),
  ];
}

function changePayment(
  state: ProviderState,
  id: string,
  change: (payment: Payment) => Partial<Payment>,
): void {
  const payment = state.payments.get(id);
  if (payment !== undefined) state.payments.set(id, { ...payment, ...change(payment) });
}

type PaymentUpdated = Extract<JournalEntry, { kind: 'paymentUpdated' }>;

/**
 * Converts an approval of an older journal to a receipt. Such a journal has no receipts, only the
 * approval's amount and at most the time of its notification.
 */
function readOldReceipt(
  { id, request, receipts }: Payment,
  { paidAmount, deliveries }: PaymentUpdated,
): readonly Receipt[] {
  if (paidAmount === undefined || paidAmount === null) return receipts;
  const { currency } = request;
  return [{ id, amount: paidAmount, currency, fee: null, at: deliveries[0]?.createdAt ?? 0 }];
}

function changePayout(
  state: ProviderState,
  { payoutId, status, paid, at }: Extract<JournalEntry, { kind: 'payoutUpdated' }>,
): void {
  const payout = state.payouts.get(payoutId);
  if (payout === undefined) return;
  const isPaid = status === 'sent' || status === 'completed';
  const isBack = payout.paidAt !== null && (status === 'failed' || status === 'returned');
  state.payouts.set(payoutId, {
    ...payout,
    status,
    paid: paid === undefined ? paidBy(payout, status) : paid,
    paidAt: payout.paidAt ?? (isPaid ? at : null),
    returnedAt: isBack ? at : null,
  });
}
