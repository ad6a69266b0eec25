import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CallError, type CallName } from '@kassa/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../database/connect.ts';
import { retryDeadlock } from '../database/retry-deadlock.ts';
import type { OpenAnswer, StoredAnswer } from '../database/tables/idempotency.ts';
import type { SealContext } from '../encryption/vault.ts';
import { type KeyId, type KeyStore, leaseFrom, whileHolding } from './keys.ts';

/**
 * The pause before the key is looked up again after a failed verification. Within it a concurrent
 * request with the same key, which was verified first, stores the key.
 */
const concurrentRequestPauseMs = 200;

/** A creating call in two halves, so that the next attempt repairs a crash between them. */
export interface CreatingWork<Response> {
  /**
   * The id of an existing resource, if the call creates none; `begin` makes sure that it belongs to
   * the caller.
   */
  resourceId?: string;
  /**
   * Locks that resource before the key is claimed: the key's row locks the player, and the player
   * must be locked after the player's deposits and withdrawals.
   */
  lock?: (tx: Tx, resourceId: string) => Promise<void>;
  /**
   * Verifies what can only be verified once (a captcha's solution), before a new key is claimed. A
   * repeated request was verified before.
   */
  verify?: () => Promise<void>;
  /** Writes the resource under this id, in the transaction that also claims the key. */
  begin: (tx: Tx, resourceId: string) => Promise<void>;
  /** Whether a response holds payment details; it is then stored sealed. */
  isSecret?: (response: Response) => boolean;
  /** Continues with the resource from its current status. May run more than once. */
  finish: (resourceId: string) => Promise<Response>;
}

export interface Attempt {
  call: CallName;
  key: string | undefined;
  request: unknown;
}

/** A response, or an error that belongs to the resource and is stored like a response. */
type Answer<Response> = { response: Response } | { refusal: CallError };

/**
 * Runs a creating call at most once per key (design §3.6). The same key and body returns the first
 * answer again, errors included; another body is rejected with 422, a call still in flight with
 * 409. A request that `begin` rejects leaves no trace, and its key may be used again.
 */
export async function runOnce<Response>(
  core: KeyStore,
  caller: { brandId: string; playerId: string },
  attempt: Attempt,
  work: CreatingWork<Response>,
): Promise<Response> {
  const key = requireKey(attempt.key);
  const id = { brand_id: caller.brandId, player_id: caller.playerId, call: attempt.call, key };
  const hashes = hashRequest(core, attempt.request);
  if (work.verify !== undefined) await verifyOnce(core, id, work.verify);
  const claim = await claimKey(core, id, hashes, work);
  const stored = claim.kind === 'answered' ? openAnswer(core, id, claim.answer) : null;
  if (stored !== null) return decodeAnswer(stored) as Response;
  const answer = encodeAnswer(
    await whileHolding(core, id, () => settle(() => work.finish(claim.resourceId))),
  );
  const isSecret = 'response' in answer && work.isSecret?.(answer.response as Response) === true;
  return (await storeFirstAnswer(core, id, answer, isSecret)) as Response;
}

/**
 * Verifies a new request. If two requests with one key arrive together, the second may fail because
 * the first has used the solution; the first has then stored the key, or is about to.
 */
async function verifyOnce(core: KeyStore, id: KeyId, verify: () => Promise<void>): Promise<void> {
  if (await isKnown(core, id)) return;
  try {
    await verify();
  } catch (error) {
    await delay(concurrentRequestPauseMs);
    if (!(await isKnown(core, id))) throw error;
  }
}

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
async function storeFirstAnswer(
  core: KeyStore,
  id: KeyId,
  answer: OpenAnswer,
  isSecret: boolean,
): Promise<unknown> {
  const written: StoredAnswer = isSecret
    ? {
        sealed: core.vault.seal(JSON.stringify(answer), toAnswerContext(id)),
        ...answerForPreviousRelease,
      }
    : answer;
  const row = await core.db
    .updateTable('idempotency_keys')
    .set({ answer: sql`coalesce(answer, ${JSON.stringify(written)}::jsonb)` })
    .where((expression) => expression.and(id))
    .returning('answer as kept')
    .executeTakeFirst();
  const kept = row?.kept == null ? null : openAnswer(core, id, row.kept);
  return decodeAnswer(kept ?? answer);
}

function toAnswerContext({ brand_id: brandId, player_id, call, key }: KeyId): SealContext {
  return { table: 'idempotency_keys', brandId, id: `${player_id} ${call} ${key}` };
}

/** Null if the sealing key was removed from the ring: then the call runs again. */
function openAnswer({ vault }: KeyStore, id: KeyId, stored: StoredAnswer): OpenAnswer | null {
  if (!('sealed' in stored)) return stored;
  try {
    return JSON.parse(vault.open(stored.sealed, toAnswerContext(id)));
  } catch {
    return null;
  }
}

type Claim = { resourceId: string } & (
  | { kind: 'answered'; answer: StoredAnswer }
  | { kind: 'claimed' }
);

async function isKnown(core: KeyStore, id: KeyId): Promise<boolean> {
  const known = await core.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where((expression) => expression.and(id))
    .executeTakeFirst();
  return known !== undefined;
}

function claimKey<Response>(
  core: KeyStore,
  id: KeyId,
  hashes: Hashes,
  work: CreatingWork<Response>,
): Promise<Claim> {
  const resourceId = work.resourceId ?? uuidv7();
  const claim = async (tx: Tx): Promise<Claim> => {
    await work.lock?.(tx, resourceId);
    // The insert waits for a concurrent commit of the same key, so two requests can't both begin.
    const claimed = await tx
      .insertInto('idempotency_keys')
      .values({
        ...id,
        request_hash: hashes[0],
        resource_id: resourceId,
        locked_until: leaseFrom(core),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (claimed === undefined) return takeOver(core, tx, id, hashes);
    await work.begin(tx, resourceId);
    return { kind: 'claimed', resourceId };
  };
  return retryDeadlock(() => core.db.transaction().execute(claim));
}

async function takeOver(core: KeyStore, tx: Tx, id: KeyId, hashes: Hashes): Promise<Claim> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((expression) => expression.and(id))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!hashes.includes(row.request_hash)) {
    throw new CallError(
      'idempotency.keyReused',
      'This Idempotency-Key was used for another request.',
    );
  }
  if (row.answer !== null) {
    return { kind: 'answered', answer: row.answer, resourceId: row.resource_id };
  }
  if (row.locked_until > core.now()) {
    throw new CallError(
      'idempotency.inFlight',
      'The first request with this key is still being processed.',
    );
  }
  await tx
    .updateTable('idempotency_keys')
    .set({ locked_until: leaseFrom(core) })
    .where((expression) => expression.and(id))
    .execute();
  return { kind: 'claimed', resourceId: row.resource_id };
}

function requireKey(key: string | undefined): string {
  if (key === undefined || key === '') {
    throw new CallError('idempotency.keyMissing', 'This call needs an Idempotency-Key header.');
  }
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) {
    const message = 'An Idempotency-Key has at most 128 printable ASCII characters.';
    throw new CallError('request.invalid', message);
  }
  return key;
}

/**
 * Hashes of one request under each key of the ring: the first is stored, stored ones may match any.
 */
type Hashes = [string, ...string[]];

/**
 * Requests are parsed before, so key order and unknown fields make no difference. The hash is
 * keyed, since payment details in a request could be guessed from a plain digest.
 */
function hashRequest({ vault }: Pick<KeyStore, 'vault'>, request: unknown): Hashes {
  const text = JSON.stringify(request);
  const [first = '', ...others] = vault
    .deriveSecrets('request hash')
    .map((secret) => createHmac('sha256', secret).update(text).digest('hex'));
  return [first, ...others];
}

async function settle<Response>(run: () => Promise<Response>): Promise<Answer<Response>> {
  try {
    return { response: await run() };
  } catch (error) {
    // A CallError is stored as the answer. A bug isn't: another request may take the key over.
    if (error instanceof CallError) return { refusal: error };
    throw error;
  }
}

function encodeAnswer(answer: Answer<unknown>): OpenAnswer {
  if ('response' in answer) return answer;
  const { code, message, params, reference } = answer.refusal;
  return { refusal: { code, message, params, reference } };
}

/** Returns a stored response; throws a stored error again. */
function decodeAnswer(stored: OpenAnswer): unknown {
  if ('response' in stored) return stored.response;
  const { code, message, params, reference } = stored.refusal;
  throw new CallError(code, message, params, reference);
}
