import type { Generated, JSONColumnType } from 'kysely';
import type { CreatedAt } from './money.ts';

export interface OperatorKeysTable {
  id: string;
  brand_id: string;
  name: string;
  scopes: string[];
  secret_hash: string;
  /** The secret before the last rotation; accepted until `previous_until`. */
  previous_hash: string | null;
  previous_until: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  created_by: string;
  /** Null if a person created the key, on the server's command line. */
  created_by_key: string | null;
  created_at: CreatedAt;
}

export interface OperatorActsTable {
  id: string;
  brand_id: string;
  /** Null if a person acted on the server's command line. */
  key_id: string | null;
  actor: string;
  action: string;
  outcome: 'done' | 'refused' | 'failed';
  error_code: string | null;
  /** The player that the act's subject belongs to, if any. */
  player_id: string | null;
  subject_kind: string | null;
  subject_id: string | null;
  reason: string | null;
  request: JSONColumnType<Record<string, unknown>>;
  before: JSONColumnType<Record<string, unknown>> | null;
  after: JSONColumnType<Record<string, unknown>> | null;
  request_id: string;
  created_at: Generated<Date>;
}

export interface OperatorRequestsTable {
  brand_id: string;
  key_id: string;
  idempotency_key: string;
  request_hash: string;
  resource_id: string;
  /** The player whose data the response contains. */
  player_id: string | null;
  /** Null until there is a response. */
  answer: JSONColumnType<{ response: unknown }> | null;
  created_at: CreatedAt;
}

export interface OperatorTables {
  operator_keys: OperatorKeysTable;
  operator_acts: OperatorActsTable;
  operator_requests: OperatorRequestsTable;
}
