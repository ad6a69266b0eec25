import type { Money } from '@kassa/contract';
import type { JSONColumnType, Selectable } from 'kysely';

/** A file of payouts for a bank; its withdrawals name it. */
export interface PayoutBatchesTable {
  id: string;
  brand_id: string;
  account: string;
  /** Stands in the file, and in the bank's answers to it: `PB-7Q2M-41XK`. */
  reference: string;
  /** The message, such as `pain.001.001.09`. */
  format: string;
  file_name: string;
  /** The number of payouts. */
  count: number;
  /** What the payouts bring, for each currency. */
  sums: JSONColumnType<Money[]>;
  /** Payees and their accounts; null once they are deleted. */
  content_sealed: string | null;
  created_at: Date;
  /** The key that had it written. */
  created_by: string;
}

/** A key's import of a bank's answer. */
export interface PayoutAnswerImportsTable {
  brand_id: string;
  batch_id: string;
  /** SHA-256 of the file. */
  digest: string;
  key_id: string;
  created_at: Date;
}

/** A row as returned by queries. */
export type PayoutBatchRow = Selectable<PayoutBatchesTable>;

export interface PayoutBatchTables {
  payout_batches: PayoutBatchesTable;
  payout_answer_imports: PayoutAnswerImportsTable;
}
