import type { Generated } from 'kysely';
import type { Amount, CreatedAt } from './money.ts';

/** The provider is asked about one deposit or withdrawal after the other. */
export type AskingPhase = 'deposits' | 'withdrawals';

/**
 * Lines of a settlement file are compared, then receipts, reversals and payouts that no file names are
 * searched for; fees that differ are booked.
 */
export type BatchPhase = 'lines' | 'receipts' | 'reversals' | 'payouts' | 'fees';

export interface ReconciliationRunsTable {
  id: string;
  brand_id: string;
  connector: string;
  /** `2026-11-20`, in UTC. */
  day: string;
  kind: 'status' | 'settlement';
  status: 'running' | 'done' | 'failed';
  phase: AskingPhase | BatchPhase | 'over';
  /** The id of the deposit or withdrawal that was asked about last. */
  position: string | null;
  attempts: Generated<number>;
  /** When the next question to the provider is due; only in an asking phase. */
  next_step_at: Date | null;
  /** When the next batch is due; only in a phase of batches. */
  next_batch_at: Date | null;
  /** Where the next batch begins: a line, or a time and an id. */
  cursor: string | null;
  /** Why the fees that differ are booked, and who wants it. */
  fee_reason: string | null;
  checked_count: Generated<number>;
  bad_lines: Generated<string[]>;
  failure: string | null;
  actor: string;
  superseded_by: string | null;
  created_at: CreatedAt;
  finished_at: Date | null;
}

/** Movements of money between a provider and Kassa. */
export type MovementType = 'receipt' | 'reversal' | 'payout' | 'payoutReturn';

export interface SettlementLinesTable {
  brand_id: string;
  run_id: string;
  line: number;
  connector: string;
  type: MovementType;
  provider_reference: string;
  merchant_reference: string | null;
  amount: Amount;
  currency: string;
  fee: Amount | null;
  fee_currency: string | null;
  occurred_at: Date | null;
}

export interface ReconciliationDifferencesTable {
  id: string;
  brand_id: string;
  run_id: string;
  kind:
    | 'missingHere'
    | 'missingAtProvider'
    | 'amountDiffers'
    | 'currencyDiffers'
    | 'statusDiffers'
    | 'feeDiffers'
    /** The provider did not respond after all attempts. */
    | 'notAnswered';
  type: MovementType | 'deposit';
  provider_reference: string | null;
  deposit_id: string | null;
  payment_id: string | null;
  withdrawal_id: string | null;
  /** The line of the settlement file. */
  line: number | null;
  ours: string | null;
  theirs: string | null;
  detail: string | null;
  created_at: CreatedAt;
}

export interface SettlementFeesTable {
  transfer_id: string;
  brand_id: string;
  /** Null if the provider reported the fee outside of a reconciliation. */
  run_id: string | null;
  payment_id: string | null;
  withdrawal_id: string | null;
  /** Negative if the provider kept less than was booked before. */
  amount: Amount;
  currency: string;
  created_at: CreatedAt;
}

export interface ReconciliationTables {
  reconciliation_runs: ReconciliationRunsTable;
  settlement_lines: SettlementLinesTable;
  reconciliation_differences: ReconciliationDifferencesTable;
  settlement_fees: SettlementFeesTable;
}
