import { addDecimals, compareDecimals, type Money } from '@kassa/contract';
import type { DepositOrder } from '../../connectors/connector.ts';
import type { PayoutOrder } from '../../connectors/payout-connector.ts';
import type { ProviderEvent } from '../../connectors/provider-event.ts';
import type { RefundOrder } from '../../connectors/refund-connector.ts';
import {
  describePayment,
  describePayout,
  describeReceipt,
  describeRefund,
  describeReversal,
  isMisreported,
  type Notification,
  type Payout,
  type ProviderDeposit,
  type Receipt,
  type RequestedRefund,
  type Reversal,
} from './provider-records.ts';

/** The operator's accounts, at two providers. Payouts are sent from the first one. */
export const accountNames = ['simulated', 'simulated-b'] as const;
export type AccountName = (typeof accountNames)[number];

/**
 * The record of the money that really moved at the operator's accounts. It forgets nothing; the
 * connectors and the test decide what is reported and how reliably.
 */
export class SimulatedProvider {
  /** The payments of all accounts. */
  readonly deposits: ProviderDeposit[] = [];
  readonly payouts = new Map<string, Payout>();
  readonly refunds = new Map<string, RequestedRefund>();
  /** All notifications ever created, by id. */
  readonly notifications = new Map<string, Notification>();
  /** Notifications to be delivered. */
  queue: Notification[] = [];
  /** Notifications that were delivered at least once and can be repeated. */
  readonly delivered: Notification[] = [];
  /** Notifications that reach nobody unless the provider sends them again. */
  readonly lost: Notification[] = [];
  /** Requests that timed out for the sender and still arrive. */
  readonly late: (() => void)[] = [];
  /** Withdrawals and refunds that may have been paid, as far as Kassa knows. */
  readonly unclear = new Set<string>();
  /**
   * The requests to create a payment that may have had an effect, as far as Kassa knows: those that
   * were accepted, and those whose outcome is not known.
   */
  readonly mayExist: { account: string; depositId: string }[] = [];
  /** Requests that Kassa never should have sent. */
  readonly offences: string[] = [];
  #count = 0;

  get receipts(): Receipt[] {
    return this.deposits.flatMap((deposit) => deposit.receipts);
  }

  get reversals(): Reversal[] {
    return this.deposits.flatMap((deposit) => deposit.reversals);
  }

  /** Returns a deposit's payment at an account. */
  find(account: string, depositId: string): ProviderDeposit | undefined {
    return this.deposits.find((it) => it.account === account && it.depositId === depositId);
  }

  /** Creates a payment; the same order again returns the same payment. */
  takeOrder(account: string, order: DepositOrder): ProviderDeposit {
    const known = this.find(account, order.depositId);
    if (known !== undefined) return known;
    const asked = { amount: order.amount, currency: order.currency };
    const deposit: ProviderDeposit = {
      id: this.#name('pay'),
      account,
      depositId: order.depositId,
      asked,
      status: 'pending',
      receipts: [],
      reversals: [],
    };
    this.deposits.push(deposit);
    return deposit;
  }

  /** Records a real payment. The first receipt has the payment's own id, as with many providers. */
  receive(deposit: ProviderDeposit, money: Money, fee: Money | null): Receipt {
    const id = deposit.receipts.length === 0 ? deposit.id : this.#name('receipt');
    const { account, depositId } = deposit;
    const receipt = { id, account, depositId, money, fee };
    deposit.receipts.push(receipt);
    deposit.status = 'approved';
    this.notify(account, describeReceipt(receipt));
    return receipt;
  }

  /** Ends the payment without money; the player's page may stay open nevertheless. */
  close(deposit: ProviderDeposit, status: 'declined' | 'canceled'): void {
    if (deposit.status !== 'pending') return;
    deposit.status = status;
    this.notify(deposit.account, describePayment(deposit));
  }

  /** Reverses a part of a receipt; null if less than that is left. */
  reverse(receipt: Receipt, kind: Reversal['kind'], money: Money): Reversal | null {
    const { account, depositId } = receipt;
    const deposit = this.find(account, depositId);
    if (deposit === undefined) return null;
    if (!this.#isLeft(receipt, money)) return null;
    const id = this.#name('reversal');
    const reversal = { id, account, depositId, receiptId: receipt.id, kind, money };
    deposit.reversals.push(reversal);
    this.notify(account, describeReversal(reversal));
    return reversal;
  }

  /**
   * Creates a refund; the same order again returns the same refund. Null if less is left of the
   * receipt.
   */
  takeRefund(account: string, order: RefundOrder): RequestedRefund | null {
    const known = this.refunds.get(order.refundId);
    if (known !== undefined) return known;
    const money = { amount: order.amount, currency: order.currency };
    const receipts = this.find(account, order.depositId)?.receipts ?? [];
    const receipt = receipts.find(({ id }) => id === order.paymentReference);
    if (receipt === undefined || !this.#isLeft(receipt, money)) return null;
    const { refundId } = order;
    const refund: RequestedRefund = {
      id: this.#name('refund'),
      refundId,
      receipt,
      money,
      status: 'sent',
    };
    this.refunds.set(refundId, refund);
    return refund;
  }

  /** Ends a refund; a failed one may be completed after all, if enough is left of the receipt. */
  moveRefund(refund: RequestedRefund, to: 'completed' | 'failed'): void {
    const { id, receipt, money, status } = refund;
    const isLate = status === 'failed' && to === 'completed' && this.#isLeft(receipt, money);
    if (status !== 'sent' && !isLate) return;
    refund.status = to;
    if (to === 'completed') {
      const { account, depositId } = receipt;
      const taken = { receiptId: receipt.id, kind: 'refund' as const, money };
      this.find(account, depositId)?.reversals.push({ id, account, depositId, ...taken });
    }
    this.notify(receipt.account, this.describeAsReversal(refund) ?? describeRefund(refund));
  }

  /** Every other completed refund is reported without Kassa's id, except to a request for it. */
  describeAsReversal({ id, receipt, status }: RequestedRefund): ProviderEvent | null {
    const deposit = this.find(receipt.account, receipt.depositId);
    const reversal = deposit?.reversals.find((it) => it.id === id);
    const isUnnamed = status === 'completed' && /[13579]$/.test(id);
    return isUnnamed && reversal !== undefined ? describeReversal(reversal) : null;
  }

  /** Whether so much is left of a receipt, without what open refunds want. */
  #isLeft(receipt: Receipt, { amount }: Money): boolean {
    const reversed = this.reversals.filter(({ receiptId }) => receiptId === receipt.id);
    const wanted = [...this.refunds.values()].filter(
      (refund) => refund.status === 'sent' && refund.receipt.id === receipt.id,
    );
    const taken = [...reversed, ...wanted].reduce(
      (total, { money }) => addDecimals(total, money.amount),
      amount,
    );
    return compareDecimals(taken, receipt.money.amount) <= 0;
  }

  /** Creates a payout; the same order again returns the same payout. */
  takePayout(order: PayoutOrder): Payout {
    const known = this.payouts.get(order.withdrawalId);
    const money = { amount: order.amount, currency: order.currency };
    if (known !== undefined) return known;
    const { withdrawalId } = order;
    const id = this.#name('payout');
    const news = { part: null, reported: money, status: 'sent' } as const;
    const payout: Payout = { id, withdrawalId, money, ...news, rightly: new Set() };
    this.payouts.set(withdrawalId, payout);
    return payout;
  }

  /**
   * Moves a payout to a status that can follow; a `failed` one may be completed after all. By
   * mistake the provider may report other money than requested.
   */
  movePayout(
    payout: Payout,
    to: Payout['status'],
    reported: Money = payout.part ?? payout.money,
  ): void {
    const next: Record<Payout['status'], Payout['status'][]> = {
      sent: ['completed', 'failed', 'returned'],
      completed: ['returned'],
      failed: ['completed'],
      returned: [],
    };
    if (!next[payout.status].includes(to)) return;
    payout.status = to;
    payout.reported = reported;
    if (!isMisreported(payout)) payout.rightly.add(to);
    this.notify(accountNames[0], describePayout(payout));
  }

  /** Pays a part of a payout, and says so. Nothing moves if that is nothing. */
  payInPart(payout: Payout, part: Money): void {
    if (payout.status !== 'sent' || compareDecimals(part.amount, '0') <= 0) return;
    payout.part = part;
    this.movePayout(payout, 'completed');
  }

  /** Queues an account's notification of an event. */
  notify(account: string, event: ProviderEvent): void {
    const notification = { id: this.#name('event'), account, event };
    this.notifications.set(notification.id, notification);
    this.queue.push(notification);
  }

  /** Returns all events of a deposit. */
  describeDeposit(deposit: ProviderDeposit): ProviderEvent[] {
    if (deposit.receipts.length === 0) return [describePayment(deposit)];
    const requested = new Map([...this.refunds.values()].map((refund) => [refund.id, refund]));
    const reversals = deposit.reversals.map((reversal) => {
      const refund = requested.get(reversal.id);
      if (refund === undefined) return describeReversal(reversal);
      return this.describeAsReversal(refund) ?? describeRefund(refund);
    });
    return [...deposit.receipts.map(describeReceipt), ...reversals];
  }

  #name(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }
}
