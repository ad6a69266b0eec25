import { addDecimals, compareDecimals, type Money } from '@kassa/contract';
import type { DepositOrder, PayoutOrder, ProviderEvent } from '../../connectors/connector.ts';

/** Money that really arrived at the provider for a deposit. */
export interface Receipt {
  id: string;
  depositId: string;
  money: Money;
  fee: Money | null;
}

/** Money that the provider really took back. */
export interface Reversal {
  id: string;
  depositId: string;
  receiptId: string;
  kind: 'chargeback' | 'refund' | 'reversal';
  money: Money;
}

/** What the provider has of a deposit. */
export interface ProviderDeposit {
  id: string;
  depositId: string;
  asked: Money;
  status: 'pending' | 'approved' | 'declined' | 'canceled';
  receipts: Receipt[];
  reversals: Reversal[];
}

/** What the provider has of a withdrawal. */
export interface Payout {
  id: string;
  withdrawalId: string;
  money: Money;
  status: 'sent' | 'completed' | 'failed' | 'returned';
}

/** One notification: on its way, or lost on it. */
export interface Notification {
  id: string;
  event: ProviderEvent;
}

/**
 * A payment provider's truth: the money that really moved. What it tells of it, and how reliably, is
 * the connector's and the test's; here nothing is ever forgotten.
 */
export class SimulatedProvider {
  readonly deposits = new Map<string, ProviderDeposit>();
  readonly payouts = new Map<string, Payout>();
  /** All that was ever to be told, by id. */
  readonly told = new Map<string, Notification>();
  /** To be delivered. */
  queue: Notification[] = [];
  /** Delivered at least once, and so can come again. */
  readonly delivered: Notification[] = [];
  /** That never reach anybody, unless the provider is asked to send them again. */
  readonly lost: Notification[] = [];
  /** Requests that were given up by who sent them, and still arrive. */
  readonly late: (() => void)[] = [];
  /** Payouts that may have been ordered, for all that the asker knows. */
  readonly unclear = new Set<string>();
  /** What it was asked for and never should have been. */
  readonly offences: string[] = [];
  #count = 0;

  get receipts(): Receipt[] {
    return [...this.deposits.values()].flatMap((deposit) => deposit.receipts);
  }

  get reversals(): Reversal[] {
    return [...this.deposits.values()].flatMap((deposit) => deposit.reversals);
  }

  /** The same order twice is the same payment. */
  takeOrder(order: DepositOrder): ProviderDeposit {
    const known = this.deposits.get(order.depositId);
    if (known !== undefined) return known;
    const asked = { amount: order.amount, currency: order.currency };
    const deposit: ProviderDeposit = {
      id: this.#name('pay'),
      depositId: order.depositId,
      asked,
      status: 'pending',
      receipts: [],
      reversals: [],
    };
    this.deposits.set(order.depositId, deposit);
    return deposit;
  }

  /** Somebody really pays. The first receipt has the payment's own id, as many providers have it. */
  receive(deposit: ProviderDeposit, money: Money, fee: Money | null): Receipt {
    const id = deposit.receipts.length === 0 ? deposit.id : this.#name('receipt');
    const receipt = { id, depositId: deposit.depositId, money, fee };
    deposit.receipts.push(receipt);
    deposit.status = 'approved';
    this.tell(describeReceipt(receipt));
    return receipt;
  }

  /** The payment ends without money; the player's page may stay open all the same. */
  close(deposit: ProviderDeposit, status: 'declined' | 'canceled'): void {
    if (deposit.status !== 'pending') return;
    deposit.status = status;
    this.tell(describePayment(deposit));
  }

  /** Takes back a part of a receipt; nothing where no so much is left of it. */
  reverse(receipt: Receipt, kind: Reversal['kind'], money: Money): Reversal | null {
    const { depositId } = receipt;
    const deposit = this.deposits.get(depositId);
    if (deposit === undefined) return null;
    const taken = deposit.reversals
      .filter(({ receiptId }) => receiptId === receipt.id)
      .reduce((total, it) => addDecimals(total, it.money.amount), money.amount);
    if (compareDecimals(taken, receipt.money.amount) > 0) return null;
    const reversal = { id: this.#name('reversal'), depositId, receiptId: receipt.id, kind, money };
    deposit.reversals.push(reversal);
    this.tell(describeReversal(reversal));
    return reversal;
  }

  /** The same order twice is the same payout. */
  takePayout(order: PayoutOrder): Payout {
    const known = this.payouts.get(order.withdrawalId);
    const money = { amount: order.amount, currency: order.currency };
    if (known !== undefined) return known;
    const { withdrawalId } = order;
    const payout: Payout = { id: this.#name('payout'), withdrawalId, money, status: 'sent' };
    this.payouts.set(withdrawalId, payout);
    return payout;
  }

  /** Moves a payout where it can go; `failed` may turn out to be paid after all. */
  movePayout(payout: Payout, to: Payout['status']): void {
    const next: Record<Payout['status'], Payout['status'][]> = {
      sent: ['completed', 'failed', 'returned'],
      completed: ['returned'],
      failed: ['completed'],
      returned: [],
    };
    if (!next[payout.status].includes(to)) return;
    payout.status = to;
    this.tell(describePayout(payout));
  }

  /** Puts an event on its way. */
  tell(event: ProviderEvent): void {
    const notification = { id: this.#name('event'), event };
    this.told.set(notification.id, notification);
    this.queue.push(notification);
  }

  /** All that it knows of a deposit. */
  describeDeposit(deposit: ProviderDeposit): ProviderEvent[] {
    if (deposit.receipts.length === 0) return [describePayment(deposit)];
    return [...deposit.receipts.map(describeReceipt), ...deposit.reversals.map(describeReversal)];
  }

  #name(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }
}

function describePayment({ id, depositId, status }: ProviderDeposit): ProviderEvent {
  return { kind: 'payment', providerReference: id, depositId, status, paid: null, fee: null };
}

function describeReceipt({ id, depositId, money, fee }: Receipt): ProviderEvent {
  return {
    kind: 'payment',
    providerReference: id,
    depositId,
    status: 'approved',
    paid: money,
    fee,
  };
}

/** Providers differ in whether they say which receipt it was: this one does except of reversals. */
function describeReversal({ id, depositId, receiptId, kind, money }: Reversal): ProviderEvent {
  return {
    kind: 'reversal',
    providerReference: id,
    depositId,
    paymentReference: kind === 'reversal' ? null : receiptId,
    reversal: kind,
    amount: money,
  };
}

export function describePayout({ id, withdrawalId, status }: Payout): ProviderEvent {
  return { kind: 'payout', providerReference: id, withdrawalId, status, fee: null };
}
