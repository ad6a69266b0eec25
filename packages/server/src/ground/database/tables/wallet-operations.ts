import type { WalletPurpose } from '@kassa/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Amount, CreatedAt } from './money.ts';

export interface WalletOperationsTable {
  id: string;
  brand_id: string;
  player_id: string;
  kind: 'credit' | 'debit' | 'hold' | 'capture' | 'release';
  amount: Amount;
  currency: string;
  hold_id: string | null;
  deposit_id: string | null;
  withdrawal_id: string | null;
  reversal_id: string | null;
  /** What the movement is for; null in rows of older releases. */
  purpose: ColumnType<WalletPurpose | null, WalletPurpose | null | undefined, never>;
  /** The reference of the deposit, withdrawal or correction for people. */
  reference: ColumnType<string | null, string | null | undefined, never>;
  /** The payment method; null if there is none. */
  payment_type: ColumnType<string | null, string | null | undefined, never>;
  /** The refund of a debit, and of the credit that gives it back; the deposit is named as well. */
  refund_id: Generated<string | null>;
  status: 'pending' | 'done' | 'refused';
  attempts: Generated<number>;
  detail: string | null;
  next_attempt_at: Date | null;
  superseded_by: Generated<string | null>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface WalletOperationTables {
  wallet_operations: WalletOperationsTable;
}
