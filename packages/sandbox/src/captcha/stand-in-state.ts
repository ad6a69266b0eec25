import { randomUUID } from 'node:crypto';
import { normalStandInBehaviour, type StandInBehaviour } from './stand-in-behaviour.ts';

/** A solution that was issued to a player. */
export interface IssuedSolution {
  /** The account's public id or site key. */
  account: string;
  issuedAt: Date;
  /** The requested action of reCAPTCHA v3. */
  action: string | null;
  /** Whether it counts as expired from the start. */
  isStale: boolean;
  isUsed: boolean;
}

/** The stand-in's state while it runs. */
export class StandInState {
  behaviour: StandInBehaviour = normalStandInBehaviour;
  readonly #issued = new Map<string, IssuedSolution>();

  change(change: Partial<StandInBehaviour>): void {
    this.behaviour = { ...this.behaviour, ...change };
  }

  /** Returns a token for a new solution. */
  issue(account: string, action: string | null, isStale: boolean): string {
    const token = randomUUID();
    this.#issued.set(token, { account, issuedAt: new Date(), action, isStale, isUsed: false });
    return token;
  }

  find(token: string): IssuedSolution | undefined {
    return this.#issued.get(token);
  }
}
