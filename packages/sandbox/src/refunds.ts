import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isWithin } from './amounts.ts';
import type { Payment } from './payment.ts';
import type { ProviderLog } from './provider-log.ts';
import { amountsTaken } from './provider-state.ts';
import { encodeRefund, type Refund, type RefundRequest } from './refund.ts';

type Creation =
  | { kind: 'created' | 'existing' | 'conflict'; refund: Refund }
  | { kind: 'noReceipt' | 'impossible' };

/** Refunds and voids that merchants request, with their planned or decided outcomes. */
export class Refunds {
  readonly #log: ProviderLog;

  constructor(log: ProviderLog) {
    this.#log = log;
  }

  /** Schedules the planned outcomes of an earlier process. */
  resume(): void {
    for (const refund of this.#log.state.refunds.values()) this.#follow(refund);
  }

  /**
   * Creates a refund, or returns the one that has this reference. `impossible`: less is left of the
   * receipt, or it can no longer be voided.
   */
  create(request: RefundRequest): Creation {
    const existing = this.findByReference(request.merchantReference);
    if (existing !== undefined) {
      const isSame = isDeepStrictEqual(existing.request, request);
      return { kind: isSame ? 'existing' : 'conflict', refund: existing };
    }
    const payment = this.#findPayment(request.receiptId);
    if (payment === undefined) return { kind: 'noReceipt' };
    if (!this.#isPossible(payment, request)) return { kind: 'impossible' };
    const { refundOutcome } = this.#log.state.behaviours;
    const id = `ref_${randomUUID()}`;
    const dueAt = this.#log.now() + this.#log.timing.payoutStepMs;
    const plan =
      refundOutcome === 'completed' || refundOutcome === 'failed'
        ? { status: refundOutcome, dueAt }
        : null;
    const paymentReference = payment.request.merchantReference;
    this.#log.record({
      kind: 'refundCreated',
      refund: { id, paymentId: payment.id, paymentReference, request, plan },
    });
    if (refundOutcome === 'completed-at-once') this.decide(id, 'completed');
    const refund = this.#get(id);
    this.#follow(refund);
    return { kind: 'created', refund };
  }

  find(id: string): Refund | undefined {
    return this.#log.state.refunds.get(id);
  }

  findByReference(merchantReference: string): Refund | undefined {
    return this.find(this.#log.state.refundIdByReference.get(merchantReference) ?? '');
  }

  /** Ends a pending refund and notifies; a finished one stays unchanged. */
  decide(id: string, status: Refund['status']): void {
    const refund = this.#get(id);
    if (refund.status !== 'pending' || status === 'pending') return;
    const deliveries = this.#log.announce({
      type: 'refund.updated',
      content: { refund: encodeRefund({ ...refund, status }) },
      url: refund.request.webhookUrl,
    });
    const at = this.#log.now();
    this.#log.record({ kind: 'refundUpdated', refundId: id, status, at, deliveries });
  }

  #findPayment(receiptId: string): Payment | undefined {
    const { payments } = this.#log.state;
    const isOf = ({ receipts }: Payment) => receipts.some(({ id }) => id === receiptId);
    const first = payments.get(receiptId);
    return first !== undefined && isOf(first) ? first : [...payments.values()].find(isOf);
  }

  #isPossible(payment: Payment, { receiptId, kind, amount, currency }: RefundRequest): boolean {
    const receipt = payment.receipts.find(({ id }) => id === receiptId);
    if (receipt?.currency !== currency) return false;
    const taken = amountsTaken(this.#log.state, payment, receiptId);
    if (!isWithin([...taken, amount], receipt.amount)) return false;
    if (kind === 'refund') return true;
    const isWhole = isWithin([receipt.amount], amount);
    return isWhole && this.#log.state.behaviours.void === 'possible';
  }

  /** A change that already happened, or that a decision made invalid, has no effect. */
  #follow({ id, plan }: Refund): void {
    if (plan !== null) this.#log.at(plan.dueAt, () => this.decide(id, plan.status));
  }

  #get(id: string): Refund {
    const refund = this.find(id);
    if (refund === undefined) throw new Error(`There is no refund ${id}`);
    return refund;
  }
}
