import type { ErrorCode, Money } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { ScreeningAnswer } from './screening.ts';

/** The rules of payouts, by their names in the history of a withdrawal. */
export type RuleName =
  | 'closedLoop'
  | 'nameMatch'
  | 'thirdParty'
  | 'turnover'
  | 'identity'
  | 'screening';

/** A broken rule. */
export interface RuleFinding {
  rule: RuleName;
  /** Refuses the withdrawal, or has the operator review it. */
  effect: 'refuse' | 'review';
  /** The player's error, with its parameters. */
  code: ErrorCode;
  params: Record<string, string>;
  /** For the operator, in the history. No payment details and no names. */
  detail: string;
}

/** The withdrawal that the rules are about. */
export interface RuleSubject {
  brandId: string;
  playerId: string;
  /** Null before its row exists. */
  withdrawalId: string | null;
  method: CatalogMethod;
  /** What leaves the balance, in the account's currency. */
  money: Money;
  /** The player's country. */
  country: string;
  /** Whether the token said that the player's identity is verified. */
  isVerified: boolean;
  /** The player's stated names; null if none is known. */
  playerNames: { first: string | null; last: string | null } | null;
  /** The name of the destination's holder; null if it isn't known. */
  holder: string | null;
  destinationDigest: string | null;
  instrumentDigest: string | null;
  /** The answer of {@link askScreening}; null if the brand has no such check. */
  screening: ScreeningAnswer | null;
}
