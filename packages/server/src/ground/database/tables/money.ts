import type {
  Decimal,
  DeclineReason,
  DepositStatus,
  ErrorCode,
  FieldDefinition,
  OnrampOffer,
  ParkedCode,
  ReturnReason,
} from '@kassa/contract';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { PlannedRoute } from './attempts.ts';

/** The provider's names of fields, by Kassa's names; fields with the same name are left out. */
export type FieldNames = Readonly<Record<string, string>>;

/** A provider's page as stored in a deposit's row. */
export interface StoredPage {
  kind?: 'page';
  method: 'GET' | 'POST';
  url: string;
  data: Record<string, string>;
  /** The offer that led to the page, if the player chose one. */
  offer?: OnrampOffer;
}

export type CreatedAt = Generated<Date>;
/** Written and read as a decimal string: node-postgres doesn't convert `numeric`. */
export type Amount = Decimal;

export interface PlayersTable {
  id: string;
  brand_id: string;
  external_id: string;
  /** The sequence number of the player's last webhook event. */
  event_sequence: Generated<string>;
  /** When the player's personal data was erased. */
  erased_at: Date | null;
  /** The invoices to the operator's own accounts that the player has left unpaid in a row. */
  unpaid_invoices: Generated<number>;
  /** When the last of them ended. */
  unpaid_invoice_at: ColumnType<Date | null, undefined, Date | null>;
  created_at: CreatedAt;
}

export interface PaymentSessionsTable {
  id: string;
  brand_id: string;
  player_id: string;
  amount: Amount;
  currency: string;
  pending_group: string | null;
  /** When the page was closed while a deposit was being created. */
  closed_at: ColumnType<Date | null, Date | null | undefined, Date>;
  created_at: CreatedAt;
}

export interface DepositsTable {
  id: string;
  brand_id: string;
  player_id: string;
  payment_session_id: string | null;
  reference: string;
  payment_method: string;
  /** The account of the attempt under way: the connector's name, or one of the brand's `accounts`. */
  connector: string;
  /** The number of the attempt under way. */
  attempt: Generated<number>;
  /** The method's routes for this deposit; null in rows of older releases. */
  route_plan: JSONColumnType<PlannedRoute[]> | null;
  status: DepositStatus;
  amount: Amount;
  currency: string;
  /**
   * The provider's fee on top of the amount, fixed at the creation; null in rows of older releases,
   * which charged none.
   */
  payer_fee: ColumnType<Amount | null, Amount | undefined, never>;
  credited_amount: ColumnType<Amount, Amount | undefined, Amount>;
  /** The currency of the player's account, in which deposits are credited. */
  account_currency: string;
  /** The requested amount in the account's currency. */
  account_amount: Amount;
  /**
   * The highest amount that is credited, in the deposit's currency; null in rows of older releases.
   */
  ceiling: ColumnType<Amount | null, Amount | undefined, never>;
  /**
   * Whether the payer decides the amount and may pay more than once: the ceiling then applies to
   * each receipt, and otherwise to their sum.
   */
  is_amount_open: Generated<boolean>;
  /** The part of the credited amount that chargebacks and refunds took back. */
  reversed_amount: ColumnType<Amount, Amount | undefined, Amount>;
  /**
   * The parts of `reversed_amount` that refunds and chargebacks took back. A trigger on `reversals`
   * is the only writer.
   */
  refunded_amount: ColumnType<Amount, never, never>;
  charged_back_amount: ColumnType<Amount, never, never>;
  /** The part of the credited amount that settled a debt of the player. */
  settled_debt: ColumnType<Amount, Amount | undefined, Amount>;
  country: string | null;
  fields_sealed: string | null;
  /** The player's device and profile (players/player-data.ts); null in rows of older releases. */
  player_data_sealed: ColumnType<string | null, string | null | undefined, string | null>;
  /**
   * The provider's names of the fields, by the names under which they are sealed; fields with the
   * same name are left out.
   */
  field_names: JSONColumnType<FieldNames, string | undefined>;
  bonus_id: string | null;
  is_bonus_activated: Generated<boolean>;
  /** How often the player may have the package; null: any number, or no package. */
  box_per_player: ColumnType<number | null, number | undefined, never>;
  /** The coin package that the deposit pays for, as it was at the creation; null: none. */
  box_id: ColumnType<string | null, string | null | undefined, never>;
  gold_amount: ColumnType<Amount | null, Amount | undefined, never>;
  sweep_amount: ColumnType<Amount | null, Amount | undefined, never>;
  price: ColumnType<Amount | null, Amount | undefined, never>;
  /** Also the `account_currency` of such a deposit. */
  price_currency: ColumnType<string | null, string | undefined, never>;
  /**
   * Units of `price_currency` for one unit of `currency`, and until when the rate holds; null where the
   * package is paid in the price's currency.
   */
  price_rate: ColumnType<Amount | null, Amount | undefined, never>;
  price_rate_until: ColumnType<Date | null, Date | undefined, never>;
  return_url: string;
  /** The player's group in the experiment `payment_methods`, if any. */
  ab_test_group: string | null;
  provider_reference: string | null;
  /**
   * The provider's page, if the player's next step is one. Rows of older releases lack its `kind`.
   */
  redirect: JSONColumnType<StoredPage> | null;
  /** Any other next step of the player; sealed, since it may hold accounts to pay into. */
  step_sealed: ColumnType<string | null, string | null | undefined, string | null>;
  /** The further fields that the provider asks for; null while it asks for none. */
  required_fields: JSONColumnType<FieldDefinition[]> | null;
  /** When the player submitted the further fields; null once the provider's answer is known. */
  continued_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** How often the provider has asked for further fields. */
  asked_count: Generated<number>;
  /** The operator's own account that is given to the deposit (tables/requisites.ts), if any. */
  requisite_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** The player's address on a chain that the deposit is paid to (tables/chains.ts), if any. */
  chain_address_id: ColumnType<string | null, undefined, string | null>;
  failure_code: ErrorCode | null;
  failure_message: string | null;
  /** Why the deposit was declined, if the provider said so. */
  decline_reason: ColumnType<
    DeclineReason | null,
    DeclineReason | null | undefined,
    DeclineReason | null
  >;
  /** Why the money that arrived is returned instead of credited. */
  return_reason: ColumnType<
    ReturnReason | null,
    ReturnReason | null | undefined,
    ReturnReason | null
  >;
  expires_at: Date;
  /**
   * The end of the late window of a deposit that ended without money: until then it may still be
   * paid and counts towards its player's limits. Null in any other case, and in rows of older
   * releases.
   */
  late_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /**
   * The provider's answer to the request to cancel, or its own report of a cancellation; null while there
   * is none.
   */
  provider_cancel: ColumnType<
    'canceled' | 'cannotCancel' | null,
    'canceled' | 'cannotCancel' | null | undefined,
    'canceled' | 'cannotCancel' | null
  >;
  next_check_at: Date | null;
  check_count: Generated<number>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface DepositTransitionsTable {
  id: string;
  brand_id: string;
  deposit_id: string;
  from_status: DepositStatus | null;
  to_status: DepositStatus;
  reason: string;
  created_at: CreatedAt;
}

export type PayerMatch = 'unnamed' | 'same' | 'different' | 'unclear' | 'unknown';

export interface PaymentsTable {
  id: string;
  brand_id: string;
  deposit_id: string;
  connector: string;
  provider_payment_id: string;
  amount: Amount;
  currency: string;
  status: 'crediting' | 'credited' | 'parked' | 'returned';
  /** The transfer that credits the receipt; null while it is parked. */
  transfer_id: string | null;
  parked_reason: string | null;
  /** The code of `parked_reason`; null in rows of older releases. */
  parked_code: ColumnType<ParkedCode | null, ParkedCode | null | undefined, ParkedCode | null>;
  resolved_reason: string | null;
  /** The provider's id of the refund; null while only an operator has reported it. */
  returned_reference: string | null;
  processed_amount: Amount | null;
  processed_currency: string | null;
  rounding: Generated<Amount>;
  rate: Amount | null;
  rate_source: string | null;
  fee: Amount | null;
  fee_currency: string | null;
  /**
   * The part of the processed amount that settles a debt of the player; reserved while the receipt
   * is `crediting`.
   */
  settled_debt: ColumnType<Amount | null, Amount | null | undefined, Amount | null>;
  /** The transfer that settles the debt. */
  debt_transfer_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** What the provider reported, of a receipt that is the price of a package or the rest of it. */
  received_amount: ColumnType<Amount | null, Amount | null | undefined, Amount>;
  /** When the money was seen, if before the receipt was recorded. */
  seen_at: ColumnType<Date | null, Date | null | undefined, never>;
  /** The receipt of the price, of one that is a rest of it. */
  part_of: ColumnType<string | null, string | null | undefined, never>;
  confirmed_by: Generated<'provider' | 'operator'>;
  /**
   * The reference under which an operator confirmed the receipt; null if the provider reported it
   * first. The provider's own reference takes its place in `provider_payment_id`.
   */
  operator_reference: ColumnType<string | null, string | null | undefined, never>;
  /** What the receipt was paid with (money/deposits/instruments.ts), if the provider says so. */
  instrument_sealed: ColumnType<string | null, string | null | undefined, string | null>;
  /** A keyed digest of the instrument's token. */
  instrument_digest: ColumnType<string | null, string | null | undefined, string | null>;
  /**
   * Whether the payer has the player's name, as compared when the receipt was stored. `unnamed`: the
   * provider named no payer; `unknown`: the player's name wasn't known then. Null: there is no instrument,
   * or it isn't compared yet (money/deposits/compare-payers.ts).
   */
  payer_match: ColumnType<PayerMatch | null, PayerMatch | null | undefined, PayerMatch | null>;
  /** A keyed digest of the payer's name and token, of a payer who doesn't match. */
  payer_digest: ColumnType<string | null, string | null | undefined, string | null>;
  /** When a person cleared the payer, who then breaks no rule. */
  payer_cleared_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  evidence: string;
  /** Who uploaded the file that reported it; null if the provider's own channel did. */
  uploaded_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface ReversalsTable {
  id: string;
  brand_id: string;
  player_id: string;
  deposit_id: string | null;
  withdrawal_id: string | null;
  /** The receipt of the deposit. */
  payment_id: string | null;
  connector: string;
  kind: 'chargeback' | 'refund' | 'reversal' | 'latePayout';
  provider_reversal_id: string;
  amount: Amount;
  currency: string;
  account_currency: string;
  account_amount: Amount;
  rounding: Generated<Amount>;
  /** The part that the player's balance covered; the player owes the rest, `receivable`. */
  covered: Amount | null;
  receivable: Amount | null;
  /** The coins of a package that are taken back, and the parts that the balance covered. */
  gold_amount: ColumnType<Amount | null, Amount | null | undefined, never>;
  sweep_amount: ColumnType<Amount | null, Amount | null | undefined, never>;
  gold_covered: Generated<Amount | null>;
  sweep_covered: Generated<Amount | null>;
  status: 'pending' | 'done';
  capture_id: string;
  confirmed_by: 'provider' | 'operator';
  evidence: string;
  created_at: CreatedAt;
}

export interface WebhookEventsTable {
  id: string;
  brand_id: string;
  player_id: string;
  sequence: string;
  type: string;
  data: JSONColumnType<Record<string, unknown>>;
  created_at: CreatedAt;
}

export interface ProviderNotificationsTable {
  id: string;
  brand_id: string;
  connector: string;
  notification_id: string;
  headers: JSONColumnType<Record<string, string>>;
  body: string;
  outcome: string | null;
  received_at: CreatedAt;
  processed_at: Date | null;
  attempts: Generated<number>;
  next_attempt_at: Date;
  resolved_at: Date | null;
  resolved_reason: string | null;
  /** The deposits and withdrawals that the notification names. */
  subject_ids: Generated<string[]>;
}

export interface MoneyTables {
  players: PlayersTable;
  payment_sessions: PaymentSessionsTable;
  deposits: DepositsTable;
  deposit_transitions: DepositTransitionsTable;
  payments: PaymentsTable;
  provider_notifications: ProviderNotificationsTable;
  reversals: ReversalsTable;
  webhook_events: WebhookEventsTable;
}

/** Rows as returned by queries. */
export type Deposit = Selectable<DepositsTable>;
/** A receipt: one payment that arrived for a deposit. */
export type Payment = Selectable<PaymentsTable>;
export type Reversal = Selectable<ReversalsTable>;
