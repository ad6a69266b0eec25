import type { Generated, Selectable } from 'kysely';

/**
 * One route of a method, as planned for a payment. Those with an `order` are tried in that order,
 * the rest are left out.
 */
export interface PlannedRoute {
  account: string;
  /** 1 for the route of the first attempt; null if the route is left out. */
  order: number | null;
  /** Why it has this place, or why it is left out. */
  because: RouteReason;
}

/**
 * `rule`: the order of the file; `success`: moved behind routes whose payments succeed more often;
 * `onlyFirst`: it fits, and only the first route of such a payment is tried.
 */
export type RouteReason =
  | 'rule'
  | 'share'
  | 'success'
  | 'country'
  | 'currency'
  | 'amount'
  | 'group'
  | 'accountOff'
  | 'circuitOpen'
  | 'onlyFirst';

/**
 * How an attempt ended. `secondPayment`: money arrived, and another attempt is the paid one: that
 * whose money was credited first or, as long as none is, arrived first.
 */
export type AttemptOutcome = 'paid' | 'secondPayment' | 'declined' | 'failed' | 'unpaid';

/**
 * A deposit's attempt at one account. Triggers write it with the deposit's own rows; only a failover
 * writes the outcome of the attempt that it ends.
 */
export interface DepositAttemptsTable {
  brand_id: string;
  deposit_id: string;
  /** 1 for the first. */
  number: number;
  account: string;
  /** Null while the attempt is open. */
  outcome: AttemptOutcome | null;
  /** The connector's error, the reason of the decline, or `operator.declined`. */
  error: string | null;
  detail: string | null;
  began_at: Date;
  ended_at: Date | null;
  /**
   * How often the provider was asked to create the payment; counted only if a further route may
   * follow. After a second request a refusal isn't certain, so nothing follows.
   */
  asked_count: Generated<number>;
  /** The outcome that the statistics have counted. */
  counted: AttemptOutcome | null;
}

export interface RouteStatisticsTable {
  brand_id: string;
  payment_method: string;
  account: string;
  /** The player's country; empty if unknown. */
  country: string;
  /** `2026-11-23`, in UTC. */
  day: string;
  attempts: Generated<number>;
  credits: Generated<number>;
  /** The last outcomes of the day, oldest first: `1` if the money arrived, `0` if not. */
  latest: Generated<string>;
  /** Credited attempts by class of time (money/policy/arrival-times.ts); empty if none was counted. */
  arrivals: Generated<number[]>;
}

export interface AttemptTables {
  deposit_attempts: DepositAttemptsTable;
  route_statistics: RouteStatisticsTable;
}

export type DepositAttempt = Selectable<DepositAttemptsTable>;
