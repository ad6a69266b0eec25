import { randomBytes, randomUUID } from 'node:crypto';
import { subtract } from '../amounts.ts';
import type { Payment } from '../payment.ts';
import type { Payments } from '../payments.ts';
import type { ProviderLog } from '../provider-log.ts';
import { isPaidInto } from '../virtual-account.ts';
import { type BankTransfer, encodeTransfer } from './bank-transfer.ts';
import type { PlannedOrder } from './payer-ways.ts';

interface PayerBankOptions {
  log: ProviderLog;
  /** The provider's own payments: transfers into their accounts settle them. */
  payments: Payments;
  /** The webhook address of accounts without a registered one; null: none. */
  webhookUrl: string | null;
}

/** What the owner of an account knows of a transfer. */
export type Announcement = 'settled' | 'forgotten' | 'nobody' | 'waiting' | 'accepted';

/**
 * The player's bank. A transfer into an account of the sandbox settles its payment; the owner of any
 * other account gets a notification and finds the transfer in the account's statement.
 */
export class PayerBank {
  readonly #options: PayerBankOptions;

  constructor(options: PayerBankOptions) {
    this.#options = options;
  }

  /** Schedules the settlements that an earlier process has left. */
  resume(): void {
    for (const transfer of this.list()) this.#awaitSettlement(transfer);
  }

  /** Whether an account belongs to a payment of this merchant, or was registered by it. */
  isPayee(account: string): boolean {
    return this.#findOwn(account) !== undefined || this.#log.state.bankWebhooks.has(account);
  }

  register(account: string, url: string): void {
    this.#log.record({ kind: 'bankWebhookSet', account, url });
  }

  /** Returns all transfers, oldest first; those of the future are not booked yet. */
  list(): BankTransfer[] {
    return [...this.#log.state.transfers.values()];
  }

  /** Sends the transfers of an order; they share one notification. Returns the order's id. */
  send({ account, amounts, delayMs, ...order }: PlannedOrder): string {
    const orderId = `ord_${randomUUID()}`;
    const paymentId = this.#findOwn(account)?.id ?? null;
    const bookedAt = Date.now() + delayMs;
    const isForgotten = order.isForgotten || this.#log.state.behaviours.webhook === 'lost';
    const transfers = amounts.map((amount) => ({
      id: `TRF${randomBytes(8).toString('hex').toUpperCase()}`,
      ...{ orderId, account, amount, ...order, bookedAt, paymentId, isForgotten },
    }));
    const deliveries = this.#announce(account, transfers);
    this.#log.record({ kind: 'transfersSent', transfers, deliveries });
    for (const transfer of transfers) this.#awaitSettlement(transfer);
    return orderId;
  }

  /** Returns what the owner of the account knows of an order's transfers. */
  announcementOf({ orderId, account, paymentId, isForgotten }: BankTransfer): Announcement {
    if (isForgotten) return 'forgotten';
    if (paymentId !== null) return 'settled';
    if (this.#webhookOf(account) === null) return 'nobody';
    const waiting = [...this.#log.state.deliveries.values()];
    return waiting.some(({ eventId }) => eventId === orderId) ? 'waiting' : 'accepted';
  }

  #announce(account: string, transfers: readonly BankTransfer[]) {
    const url = this.#webhookOf(account);
    const [first] = transfers;
    if (url === null || first === undefined || first.paymentId !== null || first.isForgotten) {
      return [];
    }
    const { orderId: id, bookedAt } = first;
    return this.#log.prepareDelivery({
      body: JSON.stringify({ id, transfers: transfers.map(encodeTransfer) }),
      url,
      eventId: id,
      signatureHeader: 'requisites-signature',
      notBefore: bookedAt,
    });
  }

  /** Settles the payment of a transfer into its account, once, when the transfer is booked. */
  #awaitSettlement({ id, paymentId, bookedAt, ...transfer }: BankTransfer): void {
    if (paymentId === null) return;
    const settle = () => {
      const payment = this.#options.payments.find(paymentId);
      if (payment === undefined || isBrought(payment, id)) return;
      this.#options.payments.receive(paymentId, {
        amount: withoutFee(payment, transfer.amount),
        currency: transfer.currency,
        instrument: { payerName: transfer.payerName },
        transferId: id,
        ...(transfer.isForgotten && { webhook: 'lost' }),
      });
    };
    if (bookedAt <= Date.now()) settle();
    else this.#log.after(bookedAt - Date.now(), settle);
  }

  #findOwn(account: string): Payment | undefined {
    return [...this.#options.payments.all()].find((payment) => isPaidInto(payment, account));
  }

  #webhookOf(account: string): string | null {
    return this.#log.state.bankWebhooks.get(account) ?? this.#options.webhookUrl;
  }

  get #log(): ProviderLog {
    return this.#options.log;
  }
}

function isBrought({ receipts }: Payment, transferId: string): boolean {
  return receipts.some((receipt) => receipt.transferId === transferId);
}

/** The provider keeps its fee of each transfer; one that is no more than the fee arrives whole. */
function withoutFee({ request: { payerFee } }: Payment, amount: string): string {
  return payerFee === undefined ? amount : (subtract(amount, [payerFee]) ?? amount);
}
