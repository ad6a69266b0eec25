import type { Amount, CreatedAt } from './money.ts';

/** Accounts of players, whose balance can't go below zero. */
export type GuardedKind = 'player' | 'held' | 'bonus';

export type AccountKind =
  | GuardedKind
  /**
   * What a provider holds for Kassa (negative) or has advanced (positive); owner: the connector.
   */
  | 'clearing'
  /** Fees that providers kept; owner: the connector. */
  | 'fees'
  /** Fees that players paid for withdrawals; owner: the connector. */
  | 'payoutFees'
  /** What a player owes; owner: the player. */
  | 'receivable'
  /** Amounts below a currency's smallest unit. */
  | 'rounding'
  /** The two sides of a conversion; owner: the pair. */
  | 'exchange'
  /** The cost of bonuses. */
  | 'promotions'
  /** The source of gold and sweep coins. */
  | 'issuance'
  /** What players paid for coin packages; owner: `packages`. */
  | 'sales'
  /** The other side of operators' corrections of balances. */
  | 'corrections'
  /** The mirror of a player's balance in the operator's own wallet; owner: the player. */
  | 'wallet';

export interface LedgerAccountsTable {
  id: string;
  brand_id: string;
  kind: AccountKind;
  owner: string;
  currency: string;
  balance: Amount | null;
  created_at: CreatedAt;
}

export type TransferKind =
  | 'deposit'
  | 'fee'
  | 'reversal'
  | 'debtSettled'
  | 'hold'
  | 'capture'
  | 'release'
  | 'return'
  | 'bonus'
  | 'bonusRevoked'
  | 'adjustment'
  /** Coins of a free entry. */
  | 'freeEntry';

export interface LedgerTransfersTable {
  id: string;
  brand_id: string;
  kind: TransferKind;
  deposit_id: string | null;
  withdrawal_id: string | null;
  player_id: string | null;
  reason: string | null;
  created_at: CreatedAt;
}

export interface LedgerEntriesTable {
  transfer_id: string;
  line: number;
  brand_id: string;
  account_id: string;
  currency: string;
  amount: Amount;
  created_at: CreatedAt;
}

export interface LedgerTables {
  ledger_accounts: LedgerAccountsTable;
  ledger_transfers: LedgerTransfersTable;
  ledger_entries: LedgerEntriesTable;
}
