import { type Behaviours, normalBehaviours } from './behaviours.ts';
import type { Delivery, JournalEntry } from './journal.ts';
import type { Payment } from './payment.ts';

/** All that the provider knows: the fold of its journal. */
export interface ProviderState {
  /** A changed payment is a new object: never hold one across an await. */
  payments: Map<string, Payment>;
  idByReference: Map<string, string>;
  /** Those that the merchant has not taken yet. */
  deliveries: Map<string, Delivery>;
  behaviours: Behaviours;
}

export function replayJournal(history: readonly JournalEntry[]): ProviderState {
  const state: ProviderState = {
    payments: new Map(),
    idByReference: new Map(),
    deliveries: new Map(),
    behaviours: normalBehaviours,
  };
  for (const entry of history) applyEntry(state, entry);
  return state;
}

export function applyEntry(state: ProviderState, entry: JournalEntry): void {
  switch (entry.kind) {
    case 'paymentCreated':
      state.payments.set(entry.payment.id, entry.payment);
      state.idByReference.set(entry.payment.request.merchantReference, entry.payment.id);
      break;
    case 'paymentUpdated':
      change(state, entry.paymentId, { status: entry.status, paidAmount: entry.paidAmount });
      for (const delivery of entry.deliveries) state.deliveries.set(delivery.id, delivery);
      break;
    case 'approvalScheduled':
      change(state, entry.paymentId, { approvalDueAt: entry.dueAt });
      break;
    case 'deliverySettled':
      state.deliveries.delete(entry.deliveryId);
      break;
    case 'behavioursChanged':
      state.behaviours = entry.behaviours;
      break;
  }
}

function change(state: ProviderState, paymentId: string, part: Partial<Payment>): void {
  const payment = state.payments.get(paymentId);
  if (payment !== undefined) state.payments.set(paymentId, { ...payment, ...part });
}
