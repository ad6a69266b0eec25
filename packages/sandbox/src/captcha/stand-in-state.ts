import { randomUUID } from 'node:crypto';
import { normalStandInBehaviour, type StandInBehaviour } from './stand-in-behaviour.ts';

/** A captcha that a player of some account has solved. */
export interface IssuedSolution {
  /** The account's public id or site key. */
  account: string;
  issuedAt: Date;
  /** What reCAPTCHA v3 was asked for. */
  action: string | null;
  /** Too old from the beginning. */
  isStale: boolean;
  isUsed: boolean;
}

/** What the stand-in remembers while it runs. */
export class StandInState {
  behaviour: StandInBehaviour = normalStandInBehaviour;
  readonly #issued = new Map<string, IssuedSolution>();

  change(change: Partial<StandInBehaviour>): void {
    this.behaviour = { ...this.behaviour, ...change };
  }

  /** Gives a token that stands for a solution just found. */
  issue(account: string, action: string | null, isStale: boolean): string {
    const token = randomUUID();
    this.#issued.set(token, { account, issuedAt: new Date(), action, isStale, isUsed: false });
    return token;
  }

  find(token: string): IssuedSolution | undefined {
    return this.#issued.get(token);
  }
}
