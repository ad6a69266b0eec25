import type { Blockchain, Decimal } from '@kassa/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** A wallet that pays players. Its row is locked while a payout takes a place in it. */
export interface HotWalletsTable {
  blockchain: Blockchain;
  /** The number of its network, or its name. */
  network: string;
  address: string;
  brand_id: string;
  account: string;
  /** Up to this number an operator answers for transactions that no payout has; null: for none. */
  known_nonce: ColumnType<string | null, undefined, number>;
  created_at: Generated<Date>;
}

/** A number of any size, which the database returns as text. */
type Units = ColumnType<string, string | bigint, string | bigint>;

/** The payout of a withdrawal on a chain. */
export interface ChainPayoutsTable {
  withdrawal_id: string;
  brand_id: string;
  account: string;
  blockchain: Blockchain;
  /** That of the wallet. */
  network: string;
  /** The address of the wallet that pays. */
  wallet: string;
  coin: string;
  /** The token's contract; null: the chain's own coin. */
  contract: string | null;
  /** In the smallest unit. */
  units: Units;
  /** The same in the coin. */
  amount: Decimal;
  /** The recipient as blocks have it. */
  target: string;
  /** The number of its transactions; null on chains with outputs. */
  nonce: ColumnType<string | null, number | null, never>;
  status: ColumnType<ChainPayoutStatus, ChainPayoutStatus, ChainPayoutStatus>;
  /** How often its first signature was asked for. */
  asked_count: Generated<number>;
  /** The block, and which transaction is in it; null while none is. */
  height: ColumnType<number | null, undefined, number | null>;
  block_hash: ColumnType<string | null, undefined, string | null>;
  txid: ColumnType<string | null, undefined, string | null>;
  /** The newest block at the last look. */
  tip_height: ColumnType<number | null, undefined, number | null>;
  /** Why it makes no progress, for operators. */
  problem: ColumnType<string | null, undefined, string | null>;
  reserved_at: Date;
  signed_at: ColumnType<Date | null, undefined, Date | null>;
  settled_at: ColumnType<Date | null, undefined, Date | null>;
  next_look_at: Date;
}

export type ChainPayoutStatus =
  /** It has its place in the wallet, and waits for its signature. */
  | 'reserved'
  /** Signed, and sent until a block has it. */
  | 'signed'
  | 'confirmed'
  /** Mined without moving money. */
  | 'failed'
  /** Another transaction of the wallet, which Kassa doesn't know, has taken its place. */
  | 'displaced';

/** What a payout spends, on chains with outputs. */
export interface ChainPayoutInputsTable {
  blockchain: Blockchain;
  network: string;
  txid: string;
  vout: number;
  brand_id: string;
  withdrawal_id: string;
  units: Units;
}

/** A transaction that was signed for a payout; a later one has a higher fee. */
export interface ChainPayoutTransactionsTable {
  withdrawal_id: string;
  number: number;
  brand_id: string;
  txid: string;
  /** In hex. */
  raw: string;
  /** The most that it costs, in the smallest unit of the chain's own coin. */
  fee: Units;
  signed_at: Date;
}

export interface ChainPayoutTables {
  hot_wallets: HotWalletsTable;
  chain_payouts: ChainPayoutsTable;
  chain_payout_inputs: ChainPayoutInputsTable;
  chain_payout_transactions: ChainPayoutTransactionsTable;
}

export type ChainPayout = Selectable<ChainPayoutsTable>;
