import type { Behaviours } from './behaviours.ts';
import type { Journal } from './journal.ts';
import { Offers } from './onramp/offers.ts';
import { PayerBank } from './payer-bank/payer-bank.ts';
import { Payments } from './payments.ts';
import { Payouts } from './payouts.ts';
import { PixBank } from './pix-bank/pix-bank.ts';
import { ProviderLog } from './provider-log.ts';
import { Refunds } from './refunds.ts';
import type { Timing } from './timing.ts';

interface ProviderOptions {
  journal: Journal;
  timing: Timing;
  webhookSecret: string;
  /** The Pix bank's webhook address for keys without a registered one; null: none. */
  pixWebhookUrl: string | null;
  /** The webhook address of the player's bank for accounts without a registered one; null: none. */
  bankWebhookUrl: string | null;
}

/** The payment provider for one merchant, without HTTP. */
export class Provider {
  readonly payments: Payments;
  readonly payouts: Payouts;
  readonly refunds: Refunds;
  readonly pixBank: PixBank;
  readonly payerBank: PayerBank;
  readonly offers: Offers;
  readonly #log: ProviderLog;

  constructor(options: ProviderOptions) {
    this.#log = new ProviderLog(options);
    this.payments = new Payments(this.#log);
    this.offers = new Offers({ log: this.#log, payments: this.payments });
    this.payouts = new Payouts(this.#log);
    this.refunds = new Refunds(this.#log);
    this.pixBank = new PixBank({
      log: this.#log,
      payments: this.payments,
      webhookUrl: options.pixWebhookUrl,
    });
    this.payerBank = new PayerBank({
      log: this.#log,
      payments: this.payments,
      webhookUrl: options.bankWebhookUrl,
    });
  }

  /** Resumes the unfinished work of an earlier process. */
  resume(): void {
    this.#log.resume();
    this.payments.resume();
    this.payouts.resume();
    this.refunds.resume();
    this.payerBank.resume();
  }

  get behaviours(): Behaviours {
    return this.#log.state.behaviours;
  }

  /** The provider's time, in epoch milliseconds. */
  now(): number {
    return this.#log.now();
  }

  /** Advances the provider's clock; what becomes due has happened when this returns. */
  advanceClock(advanceMs: number): void {
    this.#log.advanceClock(advanceMs);
  }

  changeBehaviours(change: Partial<Behaviours>): void {
    const behaviours = { ...this.behaviours, ...change };
    this.#log.record({ kind: 'behavioursChanged', behaviours });
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}
