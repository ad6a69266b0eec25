import type { Blockchain, ChainPaymentNote, Decimal } from '@kassa/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CreatedAt } from './money.ts';

/**
 * A key or contract that addresses are derived from, and the number of the next one. Chains that have
 * one key share the numbers: the same address on two chains never belongs to two players.
 */
export interface ChainKeysTable {
  brand_id: string;
  key_id: string;
  next_index: Generated<number>;
}

/** An address of a player for one coin on one chain. It is never given to another player. */
export interface ChainAddressesTable {
  id: string;
  brand_id: string;
  account: string;
  blockchain: Blockchain;
  /** The coin's currency. */
  coin: string;
  player_id: string;
  key_id: string;
  index: number;
  address: string;
  /** As blocks are searched for it (connectors/chain-rail.ts). */
  target: string;
  /** The comment of a shared address; empty elsewhere. */
  memo: string;
  /** The player's newest deposit to it, which money that arrives belongs to. */
  deposit_id: string;
  created_at: CreatedAt;
}

/** How far a chain was read, and the lease of the process that reads it. */
export interface ChainCursorsTable {
  brand_id: string;
  account: string;
  blockchain: Blockchain;
  /** The last block that was read; null before the first. */
  height: ColumnType<number | null, number | null | undefined, number | null>;
  hash: ColumnType<string | null, string | null | undefined, string | null>;
  /** The newest block of the node. */
  tip_height: ColumnType<number | null, undefined, number | null>;
  /** Rises with each new holder of the lease: a former one can't write any more. */
  fence: Generated<string>;
  holder: ColumnType<string | null, undefined, string | null>;
  leased_until: ColumnType<Date | null, undefined, Date | null>;
  /** Why nothing is credited now; null if all is well. */
  paused: ColumnType<ChainPause | null, undefined, ChainPause | null>;
  /** For the operator: which node, which block. */
  paused_detail: ColumnType<string | null, undefined, string | null>;
  paused_at: ColumnType<Date | null, undefined, Date | null>;
  read_at: ColumnType<Date | null, undefined, Date | null>;
  /** The height from which an operator has blocks read again; null once that has begun. */
  rescan_from: ColumnType<number | null, undefined, number | null>;
  /** The last block that was read before; null once it is reached again. */
  rescan_until: ColumnType<number | null, undefined, number | null>;
}

/** Why the money of a chain isn't credited. */
export type ChainPause =
  | 'unavailable'
  | 'misconfigured'
  | 'wrongNetwork'
  | 'syncing'
  | 'pruned'
  | 'malformed'
  /** No new block for too long, or fewer blocks than were read already. */
  | 'lagging'
  /** Two nodes have different blocks at one height. */
  | 'nodesDisagree'
  /** More blocks were replaced than are remembered: a person decides. */
  | 'deepReorganisation';

/** The blocks that were read last, by which a reorganisation is found. */
export interface ChainBlocksTable {
  brand_id: string;
  account: string;
  blockchain: Blockchain;
  height: number;
  hash: string;
}

/** A payment to an address, as seen on its chain. */
export interface ChainPaymentsTable {
  id: string;
  brand_id: string;
  account: string;
  blockchain: Blockchain;
  txid: string;
  index: string;
  /** A digest of what it moves to whom: a payment of another content is another one. */
  content: string;
  /** Null if the comment of a shared address names no player. */
  address_id: string | null;
  player_id: string | null;
  deposit_id: string | null;
  /** Null for a token that the account doesn't take. */
  coin: string | null;
  contract: string | null;
  /** In the coin; of an unknown token in its smallest unit. */
  amount: Decimal;
  memo: string | null;
  /** The block; null while it waits for one. */
  height: number | null;
  block_hash: string | null;
  /** The height at which its block was reorganised away; null if it wasn't. */
  undone_at: ColumnType<number | null, undefined, number | null>;
  /** Units of the account's currency for one of the coin when it was first seen; null: no rate. */
  rate: Decimal | null;
  rate_source: string | null;
  account_currency: string | null;
  status: ChainPaymentStatus;
  note: ChainPaymentNote | null;
  /** Why it is not credited by itself; only of a parked one. */
  because: ChainParkedBecause | null;
  /** The transaction that replaced it. */
  replaced_by: ColumnType<string | null, undefined, string | null>;
  /** How often it was handed to the ledger: after a reorganisation once more. */
  round: Generated<number>;
  /** The reference of its receipt; null before it was handed over. */
  receipt_reference: ColumnType<string | null, undefined, string | null>;
  /** The transaction that spent it; null while it can be collected. */
  spent_by: ColumnType<string | null, undefined, string | null>;
  /** The height of that transaction's block. */
  spent_at: ColumnType<number | null, undefined, number | null>;
  seen_at: Date;
  settled_at: ColumnType<Date | null, undefined, Date | null>;
  /** When an operator decided about a parked one; it stays parked if it was dismissed. */
  resolved_at: ColumnType<Date | null, undefined, Date | null>;
  /** The operator and the reason. */
  resolved_reason: ColumnType<string | null, undefined, string | null>;
  /** Confirmations of operators that a person has confirmed to be other money. */
  separate_from: ColumnType<string[] | null, undefined, string[] | null>;
}

export type ChainPaymentStatus =
  /** Seen; it waits for its confirmations. */
  | 'seen'
  /** Handed to the ledger, which credited or parked it. */
  | 'settled'
  /** Left to the operator, without a receipt. */
  | 'parked'
  /** In no block any more, and waiting for none. */
  | 'dropped'
  | 'replaced'
  /** It was settled, and taken back after a reorganisation. */
  | 'undone';

export type ChainParkedBecause =
  | 'dust'
  | 'unknownToken'
  | 'noMemo'
  | 'unknownMemo'
  /** Another coin than the address is for. */
  | 'otherCoin'
  /** An operator has confirmed the same money for another deposit. */
  | 'perhapsKnown'
  /** An address of the operator's has sent it: the hot wallet, or one of the players' addresses. */
  | 'ownTransfer'
  /** It contradicts a receipt that is known. */
  | 'conflicting';

export interface ChainTables {
  chain_keys: ChainKeysTable;
  chain_addresses: ChainAddressesTable;
  chain_cursors: ChainCursorsTable;
  chain_blocks: ChainBlocksTable;
  chain_payments: ChainPaymentsTable;
}

/** Rows as returned by queries. */
export type ChainAddress = Selectable<ChainAddressesTable>;
export type ChainCursor = Selectable<ChainCursorsTable>;
export type ChainPayment = Selectable<ChainPaymentsTable>;
