import { CallError } from '@kassa/contract';
import { sql } from 'kysely';
import { compileOnce } from '../database/compile-once.ts';
import type { Db, Tx } from '../database/connect.ts';
import { asLast } from '../database/prepared.ts';
import type { OpenAnswer, StoredAnswer } from '../database/tables/idempotency.ts';
import type { SealContext } from '../encryption/vault.ts';
import type { KeyId, KeyStore } from './keys.ts';

/** A response, or an error that belongs to the resource and is stored like a response. */
export type Answer<Response> = { response: Response } | { refusal: CallError };

/** The previous release can't open sealed answers: it tells the client to try again. */
const answerForPreviousRelease = {
  refusal: {
    code: 'idempotency.inFlight',
    message: 'The first request with this key is being answered.',
    params: {},
    reference: undefined,
  },
} as const;

/**
 * Stores an answer, unless another process that took over has stored one first. Returns the stored
 * answer, or this one if the key was deleted with its player.
 */
export async function storeFirstAnswer(
  core: KeyStore,
  db: Db | Tx,
  id: KeyId,
  answer: OpenAnswer,
  isSecret: boolean,
): Promise<OpenAnswer> {
  const written: StoredAnswer = isSecret
    ? {
        sealed: core.vault.seal(JSON.stringify(answer), toAnswerContext(id)),
        ...answerForPreviousRelease,
      }
    : answer;
  const [row] = await updateAnswer(db, { id, answer: JSON.stringify(written) });
  return (row?.kept == null ? null : openAnswer(core, id, row.kept)) ?? answer;
}

const updateAnswer = compileOnce((db, { id, answer }: { id: KeyId; answer: string }) =>
  db
    .updateTable('idempotency_keys')
    .set({ answer: sql`coalesce(answer, ${answer}::jsonb)` })
    .where((expression) => expression.and(id))
    .returning('answer as kept')
    .modifyEnd(asLast),
);

function toAnswerContext({ brand_id: brandId, player_id, call, key }: KeyId): SealContext {
  return { table: 'idempotency_keys', brandId, id: `${player_id} ${call} ${key}` };
}

/** Null if the sealing key was removed from the ring: then the call runs again. */
export function openAnswer(
  { vault }: KeyStore,
  id: KeyId,
  stored: StoredAnswer,
): OpenAnswer | null {
  if (!('sealed' in stored)) return stored;
  try {
    return JSON.parse(vault.open(stored.sealed, toAnswerContext(id)));
  } catch {
    return null;
  }
}

/** Runs the work, and returns its response or the CallError that it ends with. */
export async function settle<Response>(run: () => Promise<Response>): Promise<Answer<Response>> {
  try {
    return { response: await run() };
  } catch (error) {
    // A CallError is stored as the answer. A bug isn't: another request may take the key over.
    if (error instanceof CallError) return { refusal: error };
    throw error;
  }
}

/** Returns an answer as it is stored. */
export function encodeAnswer(answer: Answer<unknown>): OpenAnswer {
  if ('response' in answer) return answer;
  const { code, message, params, reference } = answer.refusal;
  return { refusal: { code, message, params, reference } };
}

/** Returns a stored response; throws a stored error again. */
export function decodeAnswer(stored: OpenAnswer): unknown {
  if ('response' in stored) return stored.response;
  const { code, message, params, reference } = stored.refusal;
  throw new CallError(code, message, params, reference);
}
