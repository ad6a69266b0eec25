import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from './journal.ts';
import type { Payment } from './payment.ts';
import type { PixBank } from './pix-bank/pix-bank.ts';
import { Provider } from './provider.ts';
import type { Timing } from './timing.ts';

interface MerchantsOptions {
  dataFolder: string;
  timing: Timing;
  apiKey: string;
  webhookSecret: string;
  pixWebhookUrl: string | null;
}

/** A merchant's name is a folder's, too. */
const namePattern = /^[a-z0-9][a-z0-9-]{0,31}$/;

/**
 * The provider's merchants. Each has payments, payouts, Pix and faults of its own, and a journal of
 * its own. The first has the API key as it is; `<key>.<name>` is the key of another one, whose
 * notifications are signed with `<secret>.<name>`. Its first request makes it.
 */
export class Merchants {
  readonly #options: MerchantsOptions;
  readonly #folder: string;
  readonly #first: Provider;
  readonly #others = new Map<string, Provider>();

  /** @throws where a journal is damaged. */
  constructor(options: MerchantsOptions) {
    this.#options = options;
    this.#folder = join(options.dataFolder, 'merchants');
    this.#first = new Provider({ ...options, journal: openJournal(options.dataFolder) });
    mkdirSync(this.#folder, { recursive: true });
    for (const entry of readdirSync(this.#folder, { withFileTypes: true })) {
      if (entry.isDirectory() && namePattern.test(entry.name)) this.#open(entry.name);
    }
  }

  /** Starts what an earlier process left undone. */
  resume(): void {
    for (const provider of this.#all()) provider.resume();
  }

  /** What the merchant with this key has here; undefined where it is nobody's key. */
  findByKey(key: string): Provider | undefined {
    const { apiKey } = this.#options;
    if (isSameSecret(key, apiKey)) return this.#first;
    const dot = key.lastIndexOf('.');
    const name = key.slice(dot + 1);
    if (!namePattern.test(name) || !isSameSecret(key.slice(0, Math.max(0, dot)), apiKey)) {
      return undefined;
    }
    return this.#others.get(name) ?? this.#open(name);
  }

  /** A payment of any merchant's, and whose it is. */
  findPayment(id: string): { provider: Provider; payment: Payment } | undefined {
    for (const provider of this.#all()) {
      const payment = provider.payments.find(id);
      if (payment !== undefined) return { provider, payment };
    }
    return undefined;
  }

  /** All merchants' payments, oldest first. */
  listPayments(): Payment[] {
    const payments = this.#all().flatMap((provider) => [...provider.payments.all()]);
    return payments.sort((one, other) => (one.createdAt ?? 0) - (other.createdAt ?? 0));
  }

  /** Where money for a code arrives: at the merchant whose code it is, else at the first one's bank. */
  findPixBank(code: { key: string; txid: string | null }): PixBank {
    const payee = this.#all().find(({ pixBank }) => pixBank.isPayee(code)) ?? this.#first;
    return payee.pixBank;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map((provider) => provider.close()));
  }

  #all(): Provider[] {
    return [this.#first, ...this.#others.values()];
  }

  #open(name: string): Provider {
    const { timing, webhookSecret } = this.#options;
    const provider = new Provider({
      timing,
      journal: openJournal(join(this.#folder, name)),
      webhookSecret: `${webhookSecret}.${name}`,
      pixWebhookUrl: null,
    });
    this.#others.set(name, provider);
    return provider;
  }
}

/** Compares in constant time, whatever the lengths. */
function isSameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
