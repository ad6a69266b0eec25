import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from './journal.ts';
import type { BankTransfer } from './payer-bank/bank-transfer.ts';
import type { PayerBank } from './payer-bank/payer-bank.ts';
import type { Payment } from './payment.ts';
import type { Payout } from './payout.ts';
import type { PixBank } from './pix-bank/pix-bank.ts';
import { Provider } from './provider.ts';
import type { Timing } from './timing.ts';

interface MerchantsOptions {
  dataFolder: string;
  timing: Timing;
  apiKey: string;
  webhookSecret: string;
  pixWebhookUrl: string | null;
  bankWebhookUrl: string | null;
}

/** A merchant's name is also the name of a folder. */
const namePattern = /^[a-z0-9][a-z0-9-]{0,31}$/;

/**
 * The provider's merchants. Each has its own payments, payouts, Pix, faults and journal. The first
 * one uses the API key as it is. Another one's key is `<key>.<name>`, and its notifications are
 * signed with `<secret>.<name>`; its first request creates it.
 */
export class Merchants {
  readonly #options: MerchantsOptions;
  readonly #folder: string;
  readonly #first: Provider;
  readonly #others = new Map<string, Provider>();

  /** @throws if a journal is damaged. */
  constructor(options: MerchantsOptions) {
    this.#options = options;
    this.#folder = join(options.dataFolder, 'merchants');
    this.#first = new Provider({ ...options, journal: openJournal(options.dataFolder) });
    mkdirSync(this.#folder, { recursive: true });
    for (const entry of readdirSync(this.#folder, { withFileTypes: true })) {
      if (entry.isDirectory() && namePattern.test(entry.name)) this.#open(entry.name);
    }
  }

  /** Resumes the unfinished work of an earlier process. */
  resume(): void {
    for (const provider of this.#all()) provider.resume();
  }

  /** Returns the data of the merchant with this key; undefined if the key is invalid. */
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

  /** Finds a payment among all merchants, with its merchant's data. */
  findPayment(id: string): { provider: Provider; payment: Payment } | undefined {
    for (const provider of this.#all()) {
      const payment = provider.payments.find(id);
      if (payment !== undefined) return { provider, payment };
    }
    return undefined;
  }

  /** Returns all merchants' payments, oldest first. */
  listPayments(): Payment[] {
    const payments = this.#all().flatMap((provider) => [...provider.payments.all()]);
    return payments.sort((one, other) => (one.createdAt ?? 0) - (other.createdAt ?? 0));
  }

  /** Finds a payout among all merchants, with its merchant's data. */
  findPayout(id: string): { provider: Provider; payout: Payout } | undefined {
    for (const provider of this.#all()) {
      const payout = provider.payouts.find(id);
      if (payout !== undefined) return { provider, payout };
    }
    return undefined;
  }

  /** Returns all merchants' payouts, oldest first. */
  listPayouts(): Payout[] {
    const payouts = this.#all().flatMap((provider) => [...provider.payouts.all()]);
    return payouts.sort((one, other) => (one.createdAt ?? 0) - (other.createdAt ?? 0));
  }

  /**
   * Returns the bank that receives money for a code: of the code's merchant, or else of the first
   * one.
   */
  findPixBank(code: { key: string; txid: string | null }): PixBank {
    const payee = this.#all().find(({ pixBank }) => pixBank.isPayee(code)) ?? this.#first;
    return payee.pixBank;
  }

  /**
   * Returns the bank for transfers to an account: of the merchant that the account belongs to, or
   * else of the first one.
   */
  findPayerBank(account: string): PayerBank {
    const payee = this.#all().find(({ payerBank }) => payerBank.isPayee(account)) ?? this.#first;
    return payee.payerBank;
  }

  /** Returns all transfers of the player's bank with their merchants' banks, oldest first. */
  listTransfers(): { bank: PayerBank; transfer: BankTransfer }[] {
    const transfers = this.#all().flatMap(({ payerBank: bank }) =>
      bank.list().map((transfer) => ({ bank, transfer })),
    );
    return transfers.sort((one, other) => one.transfer.bookedAt - other.transfer.bookedAt);
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
      bankWebhookUrl: null,
    });
    this.#others.set(name, provider);
    return provider;
  }
}

/** Compares in constant time, for any lengths. */
function isSameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
