import type { Decimal, Money } from '@kassa/contract';
import type { ConnectorError, StatusOutcome } from './connector-outcome.ts';
import type { OrderPlayer } from './order-player.ts';

/*
 * The part of the port to providers that pays players. It is separate from deposits, as many
 * providers support only one of the two.
 */

/** Where a payout goes. Payment details: never log. */
export interface PayoutDestination {
  paymentMethod: string;
  /** The currency or coin that arrives. */
  currency: string;
  /** The payee's details, by the provider's names of the method's fields. */
  fields: Record<string, string>;
}

/** A payout to a player. */
export interface PayoutOrder extends PayoutDestination {
  /** Kassa's unique id: the provider must treat it as the idempotency key. */
  withdrawalId: string;
  /** The reference for support, for the text of the transfer: `KW-7Q2M-41XK`. */
  reference: string;
  playerId: string;
  player: OrderPlayer;
  /** What arrives. */
  amount: Decimal;
  /**
   * The provider's own token of the card or account of a deposit, for a method with
   * `paysToInstrument`; null otherwise.
   */
  instrumentToken: string | null;
  notificationUrl: string;
}

export type PayoutOutcome =
  | { kind: 'accepted'; providerReference: string; status: 'sent' }
  /** Paid at once; `paid` as in `ProviderPayout`. */
  | { kind: 'accepted'; providerReference: string; status: 'completed'; paid: Money | null }
  | ConnectorError;

/** The bank's answer to the question whose account it is. */
export type NameOutcome =
  | { kind: 'named'; holder: string }
  /** The bank has no such account. */
  | { kind: 'absent' }
  | ConnectorError;

/** Why a destination can't be paid: the field that is wrong, and what it must be. */
export interface WrongDestination {
  field: string;
  problem: string;
}

export interface PayoutConnector {
  send: (order: PayoutOrder) => Promise<PayoutOutcome>;
  /** Asks by Kassa's id, so that a payout whose response was lost can be found too. */
  status: (withdrawalId: string) => Promise<StatusOutcome>;
  /** Asks whose account it is; left out if the provider can't. It moves no money. */
  enquireName?: (destination: PayoutDestination) => Promise<NameOutcome>;
  /**
   * Checks a destination without a request, before money is held; null if it can be paid. Left out
   * if the fields' own rules are enough.
   */
  checkDestination?: (destination: PayoutDestination) => WrongDestination | null;
}

/** The payouts of one file, to be written for a bank. */
export interface PayoutBatch {
  /** Unique; the bank must refuse a second file with the same one. At most 35 characters. */
  reference: string;
  createdAt: Date;
  payouts: readonly PayoutOrder[];
}

/** The bank's word on payouts of a file. */
export interface PayoutFileAnswer {
  /**
   * One payout, those of one currency, or all of the file. The narrower answer counts: a file that
   * is accepted may have a payout that is rejected. `otherPayment`: payments that the file doesn't
   * have, by the bank's name for them.
   */
  about: { withdrawalId: string } | { currency: string } | { otherPayment: string } | 'file';
  /** `unclear`: the bank's code is none of the known ones, and a person decides. */
  status: 'sent' | 'completed' | 'failed' | 'unclear';
  /** The amount that the answer names, for a payout; null if it names none. */
  amount: Money | null;
  /** The bank's reference of the payment; null if it names none. */
  providerReference: string | null;
  /** The bank's codes: `RJCT AC04`. Never its texts, which may name the payee. */
  reason: string;
}

/** Files of payouts for a bank without an API, and its answers. */
export interface PayoutFileConnector {
  /** The operator, as the bank knows it, and the account that pays. */
  debtor: { name: string; number: string };
  /** The message that it writes, such as `pain.001.001.09`. */
  format: string;
  /** The most payouts of one file. */
  mostPayouts: number;
  /**
   * Writes the file, or names the payouts that it can't hold, with the reason: no personal data. The
   * same batch gives the same content.
   */
  write: (
    batch: PayoutBatch,
  ) =>
    | { kind: 'written'; fileName: string; content: string }
    | { kind: 'refused'; payouts: { withdrawalId: string; detail: string }[] };
  /** Reads the bank's answer to a file, or says why it can't, without quoting it. */
  read: (
    content: string,
  ) => Promise<
    | { kind: 'read'; batchReference: string; answers: PayoutFileAnswer[] }
    | { kind: 'unreadable'; detail: string }
  >;
}
