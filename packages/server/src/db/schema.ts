import type { CallError, Decimal, DepositStatus, ErrorCode } from '@kassa/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type CreatedAt = Generated<Date>;
/** Written as a decimal string, read back as one: node-postgres leaves `numeric` alone. */
type Amount = Decimal;

export interface PlayersTable {
  id: string;
  brand_id: string;
  external_id: string;
  created_at: CreatedAt;
}

export interface PaymentSessionsTable {
  id: string;
  brand_id: string;
  player_id: string;
  amount: Amount;
  currency: string;
  pending_group: string | null;
  created_at: CreatedAt;
}

/** A provider's page as stored with a deposit, in the wire's shape (§3). */
export interface StoredRedirect {
  method: 'GET' | 'POST';
  url: string;
  data: Record<string, string>;
}

export interface DepositsTable {
  id: string;
  brand_id: string;
  player_id: string;
  payment_session_id: string | null;
  reference: string;
  payment_method: string;
  connector: string;
  status: DepositStatus;
  amount: Amount;
  currency: string;
  credited_amount: ColumnType<Amount, Amount | undefined, Amount>;
  return_url: string;
  /** The player's group of the experiment `payment_methods`, if they were in one. */
  ab_test_group: string | null;
  provider_reference: string | null;
  redirect: JSONColumnType<StoredRedirect> | null;
  failure_code: ErrorCode | null;
  failure_message: string | null;
  expires_at: Date;
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

export interface PaymentsTable {
  id: string;
  brand_id: string;
  deposit_id: string;
  connector: string;
  provider_payment_id: string;
  amount: Amount;
  currency: string;
  status: 'credited' | 'parked';
  parked_reason: string | null;
  processed_amount: Amount | null;
  processed_currency: string | null;
  rounding: Generated<Amount>;
  rate: Amount | null;
  rate_source: string | null;
  evidence: string;
  created_at: CreatedAt;
}

export interface LedgerAccountsTable {
  id: string;
  brand_id: string;
  kind: 'player' | 'clearing';
  owner: string;
  currency: string;
  balance: Amount | null;
  created_at: CreatedAt;
}

export interface LedgerTransfersTable {
  id: string;
  brand_id: string;
  kind: 'deposit';
  deposit_id: string;
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
}

export interface IdempotencyKeysTable {
  brand_id: string;
  player_id: string;
  call: string;
  key: string;
  request_hash: string;
  resource_id: string;
  answer: JSONColumnType<StoredAnswer> | null;
  locked_until: Date;
  created_at: CreatedAt;
}

/** The first answer to an idempotent call, given again for the same key and body. */
export type StoredAnswer =
  | { response: unknown }
  | { refusal: Pick<CallError, 'code' | 'message' | 'params' | 'reference'> };

export interface Database {
  players: PlayersTable;
  payment_sessions: PaymentSessionsTable;
  deposits: DepositsTable;
  deposit_transitions: DepositTransitionsTable;
  payments: PaymentsTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_transfers: LedgerTransfersTable;
  ledger_entries: LedgerEntriesTable;
  provider_notifications: ProviderNotificationsTable;
  idempotency_keys: IdempotencyKeysTable;
}
