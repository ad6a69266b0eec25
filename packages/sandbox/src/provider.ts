import type { Behaviours } from './behaviours.ts';
import type { Journal } from './journal.ts';
import { Payments } from './payments.ts';
import { Payouts } from './payouts.ts';
import { ProviderLog } from './provider-log.ts';
import type { Timing } from './timing.ts';

interface ProviderOptions {
  journal: Journal;
  timing: Timing;
  webhookSecret: string;
}

/** The payment provider without its HTTP. */
export class Provider {
  readonly payments: Payments;
  readonly payouts: Payouts;
  readonly #log: ProviderLog;

  constructor(options: ProviderOptions) {
    this.#log = new ProviderLog(options);
    this.payments = new Payments(this.#log);
    this.payouts = new Payouts(this.#log);
  }

  /** Starts what an earlier process left undone. */
  resume(): void {
    this.#log.resume();
    this.payments.resume();
    this.payouts.resume();
  }

  get behaviours(): Behaviours {
    return this.#log.state.behaviours;
  }

  changeBehaviours(change: Partial<Behaviours>): void {
    const behaviours = { ...this.behaviours, ...change };
    this.#log.record({ kind: 'behavioursChanged', behaviours });
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}
