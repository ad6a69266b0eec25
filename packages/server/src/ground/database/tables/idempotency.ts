import type { CallError } from '@kassa/contract';
import type { JSONColumnType } from 'kysely';
import type { CreatedAt } from './money.ts';

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

/** The first answer to a call with an idempotency key, repeated for the same key and body. */
export type OpenAnswer =
  | { response: unknown }
  | { refusal: Pick<CallError, 'code' | 'message' | 'params' | 'reference'> };

/**
 * A stored answer: sealed if it holds payment details, with a `refusal` beside it that the previous
 * release can read.
 */
export type StoredAnswer =
  | OpenAnswer
  | { sealed: string; refusal: Extract<OpenAnswer, { refusal: unknown }>['refusal'] };

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeysTable;
}
