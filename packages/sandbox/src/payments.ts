import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isWithin, percentOf, subtract } from './amounts.ts';
import type { Behaviours } from './behaviours.ts';
import type { DeclineReason } from './decline-reasons.ts';
import type { Details } from './details.ts';
import { type Instrument, inventInstrument } from './instrument.ts';
import { arrivingOf } from './onramp/offer.ts';
import {
  detailsOf,
  encodePayment,
  encodeReceipt,
  encodeReversal,
  type Payment,
  type PaymentRequest,
  type Receipt,
  type Reversal,
} from './payment.ts';
import type { ProviderLog } from './provider-log.ts';
import { amountsTaken } from './provider-state.ts';

/**
 * Money that arrives. By default: the requested amount or that of the taken offer, with the
 * configured fee.
 */
export interface Arrival {
  amount?: string;
  currency?: string;
  fee?: string;
  /** Parts that differ from the customer's usual instrument. */
  instrument?: Partial<Instrument>;
  /** The transfer of the simulated bank that brings the money. */
  transferId?: string;
  /** Overrides the configured webhook behaviour for this receipt. */
  webhook?: Behaviours['webhook'];
}

/** Money to take back. By default: from the first receipt, and all that is left of it. */
interface ReversalRequest {
  kind: Reversal['kind'];
  receiptId?: string;
  amount?: string;
}

/** Payments with their receipts and reversals. */
export class Payments {
  readonly #log: ProviderLog;

  constructor(log: ProviderLog) {
    this.#log = log;
  }

  /** Schedules the late approvals of an earlier process. */
  resume(): void {
    for (const { id, status, approvalDueAt } of this.all()) {
      if (status === 'pending' && approvalDueAt !== null) this.#awaitApproval(id, approvalDueAt);
    }
  }

  /** Creates a payment, or returns the one that has this reference. */
  create(request: PaymentRequest): { kind: 'created' | 'existing' | 'conflict'; payment: Payment } {
    const existing = this.findByReference(request.merchantReference);
    if (existing !== undefined) {
      const isSame = isDeepStrictEqual(
        withoutPresentation(existing.request),
        withoutPresentation(request),
      );
      return { kind: isSame ? 'existing' : 'conflict', payment: existing };
    }
    const id = `pay_${randomUUID()}`;
    const token = randomBytes(24).toString('base64url');
    const payment = { id, token, request, createdAt: this.#log.now() };
    this.#log.record({ kind: 'paymentCreated', payment });
    return { kind: 'created', payment: this.#get(id) };
  }

  find(id: string): Payment | undefined {
    return this.#log.state.payments.get(id);
  }

  findByReference(merchantReference: string): Payment | undefined {
    return this.find(this.#log.state.paymentIdByReference.get(merchantReference) ?? '');
  }

  all(): Iterable<Payment> {
    return this.#log.state.payments.values();
  }

  /**
   * Ends a pending payment or leaves it pending, and notifies. A finished payment stays unchanged.
   */
  decide(
    id: string,
    status: 'pending' | 'declined' | 'canceled',
    declineReason: DeclineReason | null = null,
  ): void {
    const payment = this.find(id);
    if (payment?.status !== 'pending') return;
    const deliveries = this.#announceUpdate({ ...payment, status, declineReason });
    this.#log.record({ kind: 'paymentUpdated', paymentId: id, status, declineReason, deliveries });
  }

  /** Adds details that the provider requested; repeating them has no effect. */
  addDetails(id: string, details: Details): void {
    const payment = this.#get(id);
    const known = detailsOf(payment);
    const isNew = Object.entries(details).some(([name, value]) => known[name] !== value);
    if (isNew) this.#log.record({ kind: 'detailsGiven', paymentId: id, details });
  }

  /** Records the player's claim to have paid. It changes no status; a repeat keeps the first id. */
  complete(id: string, claim: NonNullable<Payment['playerClaim']>): void {
    const payment = this.find(id);
    if (payment === undefined) return;
    const confirmationId = claim.confirmationId ?? payment.playerClaim?.confirmationId ?? null;
    this.#log.record({ kind: 'playerClaimed', paymentId: id, claim: { ...claim, confirmationId } });
  }

  /** Approves a pending payment with the received money. A finished payment stays unchanged. */
  approve(id: string, arrival: Arrival = {}): void {
    if (this.find(id)?.status === 'pending') this.receive(id, arrival);
  }

  /** Records received money, in any status of the payment; the first receipt approves it. */
  receive(id: string, { webhook, ...arrival }: Arrival): Receipt {
    const payment = this.#get(id);
    const amount = arrival.amount ?? arrivingOf(payment);
    const isFirst = payment.receipts.length === 0;
    const receipt: Receipt = {
      id: isFirst ? id : `rcp_${randomUUID()}`,
      amount,
      currency: arrival.currency ?? payment.request.currency,
      fee: arrival.fee ?? this.#feeOf(amount),
      instrument: { ...inventInstrument(payment.request), ...arrival.instrument },
      ...(arrival.transferId !== undefined && { transferId: arrival.transferId }),
      at: this.#log.now(),
    };
    const deliveries = isFirst
      ? this.#announceUpdate({ ...payment, status: 'approved', receipts: [receipt] }, webhook)
      : this.#log.announce({
          type: 'receipt.created',
          content: { receipt: encodeReceipt(payment, receipt) },
          url: payment.request.webhookUrl,
          webhook,
        });
    this.#log.record({ kind: 'receiptTaken', paymentId: id, receipt, deliveries });
    return receipt;
  }

  /** Takes back a receipt or a part of it; impossible beyond what is left of the receipt. */
  reverse(id: string, { kind, receiptId = id, amount }: ReversalRequest): Reversal | 'impossible' {
    const payment = this.#get(id);
    const receipt = payment.receipts.find((candidate) => candidate.id === receiptId);
    if (receipt === undefined) return 'impossible';
    const before = amountsTaken(this.#log.state, payment, receiptId);
    const taken = amount ?? subtract(receipt.amount, before);
    if (taken === null || !isWithin([...before, taken], receipt.amount)) return 'impossible';
    const { currency } = receipt;
    const reversal: Reversal = {
      id: `rev_${randomUUID()}`,
      receiptId,
      kind,
      amount: taken,
      currency,
      at: this.#log.now(),
    };
    const deliveries = this.#log.announce({
      type: 'reversal.created',
      content: { reversal: encodeReversal(payment, reversal) },
      url: payment.request.webhookUrl,
    });
    this.#log.record({ kind: 'reversalMade', paymentId: id, reversal, deliveries });
    return reversal;
  }

  /** Approves a pending payment in full after a delay. */
  approveLate(id: string): void {
    const payment = this.find(id);
    if (payment?.status !== 'pending' || payment.approvalDueAt !== null) return;
    const dueAt = this.#log.now() + this.#log.timing.lateApprovalMs;
    this.#log.record({ kind: 'approvalScheduled', paymentId: id, dueAt });
    this.#awaitApproval(id, dueAt);
  }

  #awaitApproval(id: string, dueAt: number): void {
    this.#log.at(dueAt, () => this.approve(id));
  }

  #announceUpdate(payment: Payment, webhook?: Behaviours['webhook']) {
    return this.#log.announce({
      type: 'payment.updated',
      content: { payment: encodePayment(payment) },
      url: payment.request.webhookUrl,
      webhook,
    });
  }

  #feeOf(amount: string): string | null {
    const { feePercent } = this.#log.state.behaviours;
    return /[1-9]/.test(feePercent) ? percentOf(amount, feePercent) : null;
  }

  #get(id: string): Payment {
    const payment = this.find(id);
    if (payment === undefined) throw new Error(`There is no payment ${id}`);
    return payment;
  }
}

/**
 * Returns the properties that identify a payment; the merchant may change the method's view of it,
 * what it says of the customer, and the reference that people see.
 */
function withoutPresentation({
  reference,
  category,
  cardViewType,
  customer,
  ...request
}: PaymentRequest) {
  return request;
}
