import type { ErrorCode, WithdrawalStatus } from '@kassa/contract';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { PlannedRoute } from './attempts.ts';
import type { Amount, CreatedAt, FieldNames } from './money.ts';

export interface WithdrawalsTable {
  id: string;
  brand_id: string;
  player_id: string;
  reference: string;
  payment_method: string;
  connector: string;
  /** Like a deposit's. */
  route_plan: JSONColumnType<PlannedRoute[]> | null;
  status: WithdrawalStatus;
  amount: Amount;
  currency: string;
  /** The part of the amount that isn't paid out, in its currency. */
  fee: ColumnType<Amount, Amount | undefined, Amount>;
  /** What is paid, in the payout's currency or coin; null in rows of older releases: the amount. */
  payout_amount: ColumnType<Amount | null, Amount | null | undefined, Amount | null>;
  payout_currency: ColumnType<string | null, string | null | undefined, string | null>;
  /** From the account's currency to the payout's, with its source; null if they are the same. */
  rate: ColumnType<Amount | null, Amount | null | undefined, Amount | null>;
  rate_source: ColumnType<string | null, string | null | undefined, string | null>;
  /** What was paid, in the payout's currency, if only a part of it was. */
  paid_amount: ColumnType<Amount | null, Amount | null | undefined, Amount | null>;
  /** The transfer that released the rest of a withdrawal that was paid in part. */
  rest_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** The destination for people: `•••• 1234`. */
  destination_masked: ColumnType<string | null, string | null | undefined, string | null>;
  /** A keyed digest of the destination. */
  destination_digest: ColumnType<string | null, string | null | undefined, string | null>;
  /** The saved details that were used or made. */
  saved_details_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether the token that requested it said that its player is verified. */
  is_verified: ColumnType<boolean, boolean | undefined, boolean>;
  /** The file that pays it (money/payout-files/). */
  batch_id: ColumnType<string | null, string | null | undefined, string | null>;
  /**
   * Through what it was last sent, until it is approved again; null in rows of older releases, and
   * of what a file pays.
   */
  sent_through: ColumnType<
    'provider' | 'chain' | null,
    'provider' | 'chain' | null | undefined,
    'provider' | 'chain'
  >;
  /** It is sent no earlier. */
  sends_after: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Who approved it: `settings`, or the names of operators' keys; null until then. */
  approved_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** The names of the rules that had it reviewed; an operator's approval covers them. */
  reviewed_rules: JSONColumnType<string[], string | undefined>;
  /** The ids of the bonuses that the player agreed to lose; null: all of them. */
  agreed_forfeits: JSONColumnType<string[], string | undefined> | null;
  country: string | null;
  fields_sealed: string | null;
  /** Like a deposit's. */
  player_data_sealed: ColumnType<string | null, string | null | undefined, string | null>;
  /** Like a deposit's `field_names`. */
  field_names: JSONColumnType<FieldNames, string | undefined>;
  hold_id: string;
  settle_id: string;
  return_id: string;
  send_count: Generated<number>;
  /**
   * The sum of all debts ever booked to the player when an operator approved the withdrawal; null
   * if no operator did.
   */
  debt_at_approval: ColumnType<Amount | null, Amount | null | undefined, Amount | null>;
  /**
   * When the provider first reported the payout with another amount or currency. From then on only
   * an operator releases the hold.
   */
  misreported_at: ColumnType<Date | null, Date | null | undefined, Date>;
  provider_reference: string | null;
  failure_code: ErrorCode | null;
  /** The parameters of the error's message. */
  failure_params: ColumnType<
    Record<string, string> | null,
    string | null | undefined,
    string | null
  >;
  failure_message: string | null;
  next_check_at: Date | null;
  check_count: Generated<number>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface WithdrawalTransitionsTable {
  id: string;
  brand_id: string;
  withdrawal_id: string;
  from_status: WithdrawalStatus | null;
  to_status: WithdrawalStatus;
  reason: string;
  created_at: CreatedAt;
}

export interface WithdrawalTables {
  withdrawals: WithdrawalsTable;
  withdrawal_transitions: WithdrawalTransitionsTable;
}

/** A row as returned by queries. */
export type Withdrawal = Selectable<WithdrawalsTable>;
