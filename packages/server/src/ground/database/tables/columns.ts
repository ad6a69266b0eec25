import { type AliasedExpression, type AliasNode, sql } from 'kysely';
import type { BonusesTable } from './bonuses.ts';
import type { DepositsTable, PaymentsTable } from './money.ts';
import type { RefundsTable } from './refunds.ts';
import type { WithdrawalsTable } from './withdrawals.ts';

/*
 * The columns of the tables whose rows prepared statements return. Such a statement names its columns: one
 * that returns `*` fails once a later release has added a column.
 */

const selections = new WeakMap<readonly string[], AliasedExpression<unknown, string>>();

/**
 * Returns columns for `select` or `returning` as one expression, which takes the query builder a fraction of
 * the time that they take one by one. It is built once for each list.
 */
export function selectionOf<const Columns extends readonly string[]>(columns: Columns): Columns {
  let selection = selections.get(columns);
  if (selection === undefined) {
    const names = sql.raw(columns.map((column) => `"${column}"`).join(', '));
    const node = names.toOperationNode();
    selection = {
      expression: names,
      alias: 'columns',
      toOperationNode: () => node as unknown as AliasNode,
    };
    selections.set(columns, selection);
  }
  return selection as never;
}

/** Lists all columns of a table; doesn't compile if one is missing. */
function listColumns<Table>() {
  return <const Columns extends readonly (keyof Table & string)[]>(
    columns: Columns & (Exclude<keyof Table, Columns[number]> extends never ? unknown : never),
  ): Columns => columns;
}

export const bonusColumns = listColumns<BonusesTable>()([
  'id',
  'brand_id',
  'player_id',
  'kind',
  'title',
  'subtitle',
  'currency',
  'min_deposit',
  'percent',
  'max_bonus_amount',
  'spins',
  'max_spin_win',
  'games',
  'wager_multiplier',
  'payout_multiplier',
  'on_withdrawal',
  'must_accrue_before',
  'status',
  'deposit_id',
  'accrued_amount',
  'revoke_id',
  'revoked_amount',
  'wagered_at',
  'actor',
  'reason',
  'created_at',
  'updated_at',
]);

export const depositColumns = listColumns<DepositsTable>()([
  'id',
  'brand_id',
  'player_id',
  'payment_session_id',
  'reference',
  'payment_method',
  'connector',
  'attempt',
  'route_plan',
  'status',
  'amount',
  'currency',
  'payer_fee',
  'credited_amount',
  'account_currency',
  'account_amount',
  'ceiling',
  'is_amount_open',
  'reversed_amount',
  'refunded_amount',
  'charged_back_amount',
  'settled_debt',
  'country',
  'fields_sealed',
  'player_data_sealed',
  'field_names',
  'bonus_id',
  'is_bonus_activated',
  'box_per_player',
  'box_id',
  'gold_amount',
  'sweep_amount',
  'price',
  'price_currency',
  'price_rate',
  'price_rate_until',
  'return_url',
  'ab_test_group',
  'provider_reference',
  'redirect',
  'step_sealed',
  'required_fields',
  'continued_at',
  'asked_count',
  'requisite_id',
  'chain_address_id',
  'failure_code',
  'failure_message',
  'decline_reason',
  'return_reason',
  'expires_at',
  'late_until',
  'provider_cancel',
  'next_check_at',
  'check_count',
  'created_at',
  'updated_at',
]);

export const paymentColumns = listColumns<PaymentsTable>()([
  'id',
  'brand_id',
  'deposit_id',
  'connector',
  'provider_payment_id',
  'amount',
  'currency',
  'status',
  'transfer_id',
  'parked_reason',
  'parked_code',
  'resolved_reason',
  'returned_reference',
  'processed_amount',
  'processed_currency',
  'rounding',
  'rate',
  'rate_source',
  'fee',
  'fee_currency',
  'settled_debt',
  'debt_transfer_id',
  'received_amount',
  'seen_at',
  'part_of',
  'confirmed_by',
  'operator_reference',
  'instrument_sealed',
  'instrument_digest',
  'evidence',
  'created_at',
  'updated_at',
]);

export const refundColumns = listColumns<RefundsTable>()([
  'id',
  'brand_id',
  'player_id',
  'deposit_id',
  'payment_id',
  'account',
  'kind',
  'amount',
  'currency',
  'account_amount',
  'account_currency',
  'status',
  'send_count',
  'provider_reference',
  'hold_id',
  'settle_id',
  'next_check_at',
  'check_count',
  'created_at',
  'updated_at',
]);

export const withdrawalColumns = listColumns<WithdrawalsTable>()([
  'id',
  'brand_id',
  'player_id',
  'reference',
  'payment_method',
  'connector',
  'route_plan',
  'status',
  'amount',
  'currency',
  'fee',
  'payout_amount',
  'payout_currency',
  'rate',
  'rate_source',
  'paid_amount',
  'rest_id',
  'destination_masked',
  'destination_digest',
  'saved_details_id',
  'is_verified',
  'batch_id',
  'sent_through',
  'sends_after',
  'approved_by',
  'reviewed_rules',
  'agreed_forfeits',
  'country',
  'fields_sealed',
  'player_data_sealed',
  'field_names',
  'hold_id',
  'settle_id',
  'return_id',
  'send_count',
  'debt_at_approval',
  'misreported_at',
  'provider_reference',
  'failure_code',
  'failure_params',
  'failure_message',
  'next_check_at',
  'check_count',
  'created_at',
  'updated_at',
]);
