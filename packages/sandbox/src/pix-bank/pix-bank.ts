import { randomInt, randomUUID } from 'node:crypto';
import { isWithin, subtract } from '../amounts.ts';
import type { Payment } from '../payment.ts';
import type { Payments } from '../payments.ts';
import { ownPixKey, pixTxid } from '../player-step.ts';
import type { ProviderLog } from '../provider-log.ts';
import { inventPayer } from './invent-payer.ts';
import { encodePix, type ReceivedPix } from './received-pix.ts';

interface PixBankOptions {
  log: ProviderLog;
  /** The provider's own payments; their codes are paid at this bank too. */
  payments: Payments;
  /** The webhook address of keys without a registered one; null: none. */
  webhookUrl: string | null;
}

/**
 * A bank that receives Pix. It stores them by key, notifies the key's registered address, and
 * returns them on request.
 */
export class PixBank {
  readonly #options: PixBankOptions;

  constructor(options: PixBankOptions) {
    this.#options = options;
  }

  find(endToEndId: string): ReceivedPix | undefined {
    return this.#log.state.pix.get(endToEndId);
  }

  /** Returns the payments with a `txid`, or all of them, oldest first. */
  list(txid?: string): ReceivedPix[] {
    const all = [...this.#log.state.pix.values()];
    return txid === undefined ? all : all.filter((pix) => pix.txid === txid);
  }

  /** Returns the webhook address of a key; null if there is none. */
  webhookOf(key: string): string | null {
    return this.#log.state.pixWebhooks.get(key) ?? this.#options.webhookUrl;
  }

  /**
   * Whether the bank can receive money for a Pix code: the code belongs to a payment of the
   * sandbox, or its key has a registered webhook address.
   */
  isPayee({ key, txid }: Pick<ReceivedPix, 'key' | 'txid'>): boolean {
    if (key === ownPixKey) return this.#findOwn(txid) !== undefined;
    return this.#log.state.pixWebhooks.has(key);
  }

  register(key: string, url: string): void {
    this.#log.record({ kind: 'pixWebhookSet', key, url });
  }

  /** Records money received for a key. The provider's own codes pay its payments. */
  receive({
    key,
    txid,
    amount,
    payer = inventPayer(txid ?? randomUUID()),
  }: Pick<ReceivedPix, 'key' | 'txid' | 'amount' | 'payer'>): ReceivedPix | null {
    if (key === ownPixKey) {
      const own = this.#findOwn(txid);
      if (own !== undefined) this.#options.payments.receive(own.id, { amount });
      return null;
    }
    const pix: ReceivedPix = {
      endToEndId: makeEndToEndId(new Date()),
      key,
      txid,
      amount,
      payer,
      at: Date.now(),
      returns: [],
    };
    const { returns: _, ...fresh } = pix;
    this.#log.record({ kind: 'pixReceived', pix: fresh, deliveries: this.#announce(pix) });
    return pix;
  }

  /** Returns a payment or a part of it to the payer; a repeated id is the same return. */
  returnPix(
    endToEndId: string,
    { id, amount, nature = 'ORIGINAL' }: { id: string; amount?: string; nature?: string },
  ): ReceivedPix | 'impossible' {
    const pix = this.find(endToEndId);
    if (pix === undefined) return 'impossible';
    if (pix.returns.some((known) => known.id === id)) return pix;
    const before = pix.returns.map((known) => known.amount);
    const taken = amount ?? subtract(pix.amount, before);
    if (taken === null || !isWithin([...before, taken], pix.amount)) return 'impossible';
    const news = { id, amount: taken, nature, at: Date.now() };
    const changed = { ...pix, returns: [...pix.returns, news] };
    const deliveries = this.#announce(changed);
    this.#log.record({ kind: 'pixReturned', endToEndId, news, deliveries });
    return changed;
  }

  #findOwn(txid: string | null): Payment | undefined {
    return [...this.#options.payments.all()].find((payment) => pixTxid(payment) === txid);
  }

  #announce(pix: ReceivedPix) {
    const url = this.webhookOf(pix.key);
    if (url === null) return [];
    const body = JSON.stringify({ pix: [encodePix(pix)] });
    return this.#log.prepareDelivery({ body, url, signatureHeader: 'pix-signature' });
  }

  get #log(): ProviderLog {
    return this.#options.log;
  }
}

/**
 * Returns an end-to-end id as Pix defines it: `E`, the bank's number, the minute, and eleven
 * characters.
 */
function makeEndToEndId(now: Date): string {
  const minute = now.toISOString().replace(/\D/g, '').slice(0, 12);
  const signs = Array.from({ length: 11 }, () => randomInt(36).toString(36)).join('');
  return `E99999010${minute}${signs}`;
}
