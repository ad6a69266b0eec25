import { randomInt } from 'node:crypto';
import { isWithin, subtract } from '../amounts.ts';
import type { Payment } from '../payment.ts';
import type { Payments } from '../payments.ts';
import { ownPixKey, pixTxid } from '../player-step.ts';
import type { ProviderLog } from '../provider-log.ts';
import { encodePix, type ReceivedPix } from './received-pix.ts';

interface PixBankOptions {
  log: ProviderLog;
  /** The provider's own payments: its codes are paid here, too. */
  payments: Payments;
  /** Where keys that registered no address have their notifications sent; null: nowhere. */
  webhookUrl: string | null;
}

/** A bank where Pix arrive: it keeps them by key, tells who registered for the key, and is asked for them. */
export class PixBank {
  readonly #options: PixBankOptions;

  constructor(options: PixBankOptions) {
    this.#options = options;
  }

  find(endToEndId: string): ReceivedPix | undefined {
    return this.#log.state.pix.get(endToEndId);
  }

  /** What arrived with a `txid`, or all of it, oldest first. */
  list(txid?: string): ReceivedPix[] {
    const all = [...this.#log.state.pix.values()];
    return txid === undefined ? all : all.filter((pix) => pix.txid === txid);
  }

  /** Where a key's notifications go; null where nobody wants them. */
  webhookOf(key: string): string | null {
    return this.#log.state.pixWebhooks.get(key) ?? this.#options.webhookUrl;
  }

  /** Whether a code is of one of these payments, or of a key whose notifications were asked for. */
  isPayee({ key, txid }: Pick<ReceivedPix, 'key' | 'txid'>): boolean {
    if (key === ownPixKey) return this.#findOwn(txid) !== undefined;
    return this.#log.state.pixWebhooks.has(key);
  }

  register(key: string, url: string): void {
    this.#log.record({ kind: 'pixWebhookSet', key, url });
  }

  /** Money arrives at a key. A code of the provider's own pays its payment. */
  receive({ key, txid, amount }: Pick<ReceivedPix, 'key' | 'txid' | 'amount'>): ReceivedPix | null {
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
      at: Date.now(),
      returns: [],
    };
    const { returns: _, ...fresh } = pix;
    this.#log.record({ kind: 'pixReceived', pix: fresh, deliveries: this.#announce(pix) });
    return pix;
  }

  /** Gives back what arrived, or a part of it; the same id again is the same return. */
  giveBack(
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
    return this.#log.address({ body, url, signatureHeader: 'pix-signature' });
  }

  get #log(): ProviderLog {
    return this.#options.log;
  }
}

/** `E`, the bank's number, the minute, and eleven signs: as every payment in Pix is called. */
function makeEndToEndId(now: Date): string {
  const minute = now.toISOString().replace(/\D/g, '').slice(0, 12);
  const signs = Array.from({ length: 11 }, () => randomInt(36).toString(36)).join('');
  return `E99999010${minute}${signs}`;
}
