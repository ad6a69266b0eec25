import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { Amount, CreatedAt } from './money.ts';

/** Coins that a player received at once. */
export interface CoinGrantsTable {
  /** Also the id of the transfer that gives the coins. */
  id: string;
  brand_id: string;
  player_id: string;
  kind: 'package' | 'freeEntry';
  /** The deposit that paid for a package. */
  deposit_id: string | null;
  /** The operator's id of a free entry. */
  entry: string | null;
  gold: Amount;
  sweep: Amount;
  /** The sum of bets in sweep coins after which the sweep coins can be redeemed. */
  required_play: Amount;
  /** The bets at the grant, which play no coins of it; null in rows of older releases. */
  played_before: ColumnType<Amount | null, Amount, never>;
  /** The bets that had played coins of it when coins were taken back. */
  play_used: ColumnType<Amount, Amount | undefined, Amount>;
  /** What reversals took back, or made the player owe. */
  gold_taken: ColumnType<Amount, Amount | undefined, Amount>;
  sweep_taken: ColumnType<Amount, Amount | undefined, Amount>;
  /** `pending`, `refused`: the operator's wallet hasn't credited a free entry. */
  status: 'pending' | 'done' | 'refused';
  reason: string | null;
  actor: string | null;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** An operator's change of a coin package of the brand's files. */
export interface PackageChangesTable {
  brand_id: string;
  box_id: string;
  /** The whole package (`catalogCoinBoxSchema`); null while the files' one counts. */
  box: JSONColumnType<Record<string, unknown>> | null;
  is_withdrawn: Generated<boolean>;
  updated_at: Date;
}

/** An operator's change of the rules of the brand's files; null: the files' value counts. */
export interface SweepstakeChangesTable {
  brand_id: string;
  playthrough: Amount | null;
  excluded_regions: JSONColumnType<string[]> | null;
  updated_at: Date;
}

export interface SweepstakeTables {
  coin_grants: CoinGrantsTable;
  package_changes: PackageChangesTable;
  sweepstake_changes: SweepstakeChangesTable;
}

export type CoinGrant = Selectable<CoinGrantsTable>;
