import type { ErrorCode, Money } from '@kassa/contract';
import type { WithdrawalSettings } from '../../brands/withdrawal-settings.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayerNames } from '../../players/compare-names.ts';
import type { ScreeningAnswer } from './screening.ts';

/** The rules of payouts, by their names in the history of a withdrawal. */
export type RuleName =
  | 'identity'
  | 'turnover'
  | 'playthrough'
  | 'closedLoop'
  | 'nameMatch'
  | 'thirdParty'
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

/** What a rule says of a withdrawal that breaks it. Its effect may be milder than the setting. */
export interface Breach {
  effect?: 'review';
  params?: Record<string, string>;
  detail: string;
}

/** The withdrawal that the rules are about. */
export interface RuleSubject {
  brandId: string;
  playerId: string;
  /** Null before its row exists. */
  withdrawalId: string | null;
  /**
   * When it was requested; null before its row exists. What the player pays or withdraws later
   * doesn't break its rules: it was held by those of its time.
   */
  requestedAt: Date | null;
  /** Of one that has left the catalogue only the name is known. */
  method: Pick<CatalogMethod, 'name' | 'coin'>;
  /** What leaves the balance, in the account's currency. */
  money: Money;
  /** The player's country. */
  country: string;
  /** Whether the token said that the player's identity is verified. */
  isVerified: boolean;
  /** The player's stated names; null if none is known. */
  playerNames: PlayerNames | null;
  /** The name of the destination's holder; null if it isn't known. */
  holder: string | null;
  destinationDigest: string | null;
  /**
   * The card or account of a receipt that a method with `paysToInstrument` pays to, under every key
   * of the ring; else none.
   */
  instrumentDigests: readonly string[];
  /** The operator's answer (screening.ts); null if the brand has no such check. */
  screening: ScreeningAnswer | null;
}

/** A rule: returns what breaks it, or null. It reads the database only, by the player's indexes. */
export type Rule = (facts: {
  core: RuleCore;
  db: Db | Tx;
  settings: WithdrawalSettings;
  subject: RuleSubject;
}) => Promise<Breach | null> | Breach | null;

/** The parts of the core that rules need. */
export type RuleCore = Pick<Core, 'brands' | 'catalogOf' | 'now' | 'vault'>;

/** The withdrawals that count: all that weren't ended without their player having the money. */
export const endedUnpaid = ['rejected', 'canceled', 'failed', 'returned'] as const;
