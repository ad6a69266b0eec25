import type { Decimal } from '@kassa/contract';
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
  /** The keys that rotated this key, and so have read a secret of it. */
  rotated_by_keys: Generated<string[]>;
  created_at: CreatedAt;
}

export interface OperatorActsTable {
  id: string;
  brand_id: string;
  /** Null if a person acted on the server's command line. */
  key_id: string | null;
  actor: string;
  action: string;
  outcome: 'done' | 'proposed' | 'refused' | 'failed';
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
  answer: JSONColumnType<{ response: unknown; isPending?: boolean }> | null;
  created_at: CreatedAt;
}

/** An act above the brand's threshold, from its proposal on. */
export interface PendingActsTable {
  id: string;
  brand_id: string;
  /** The name of the endpoint: `deposits-confirm`. */
  action: string;
  subject_kind: string;
  /** Kassa's own id of the subject. */
  subject_id: string;
  player_id: string | null;
  /** The amounts for which a second key is needed. */
  money: JSONColumnType<{ amount: Decimal; currency: string }[]>;
  /** The request as it is repeated, and as it may be logged. */
  request: JSONColumnType<Record<string, unknown>>;
  logged: JSONColumnType<Record<string, unknown>>;
  state: Generated<'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'>;
  proposed_by: string;
  proposed_by_key: string;
  created_at: Date;
  expires_at: Date;
  /** Null without a decision, and if the decision was part of the player's erasure. */
  decided_by: string | null;
  decided_by_key: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}

/** What a key has moved without a second key, of acts that count together. */
export interface MovedAloneTable {
  brand_id: string;
  /** The group of acts that count together (money/policy/moved-alone.ts). */
  pot: string;
  /** What was moved; it counts once. */
  subject_id: string;
  currency: string;
  amount: Decimal;
  key_id: string;
  created_at: Date;
}

export interface OperatorTables {
  moved_alone: MovedAloneTable;
  pending_acts: PendingActsTable;
  operator_keys: OperatorKeysTable;
  operator_acts: OperatorActsTable;
  operator_requests: OperatorRequestsTable;
}
