import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CallError, type CallName } from '@kassa/contract';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { compileOnce } from '../database/compile-once.ts';
import type { Db, Tx } from '../database/connect.ts';
import { insertFor } from '../database/insert-for.ts';
import { lockedPlayer, requireNotErased } from '../database/lock-player.ts';
import { asPrepared } from '../database/prepared.ts';
import { retryDeadlock } from '../database/retry-deadlock.ts';
import type {
  IdempotencyKeysTable,
  OpenAnswer,
  StoredAnswer,
} from '../database/tables/idempotency.ts';
import { isReferenceTaken } from '../make-reference.ts';
import { buildTurns } from '../turns.ts';
import {
  type Answer,
  decodeAnswer,
  encodeAnswer,
  openAnswer,
  settle,
  storeFirstAnswer,
} from './answers.ts';
import { type KeyId, type KeyStore, leaseFrom, whileHolding } from './keys.ts';

/**
 * The pause before the key is looked up again after a failed verification. Within it a concurrent
 * request with the same key, which was verified first, stores the key.
 */
const concurrentRequestPauseMs = 200;

/**
 * Stores the answer of a call as the last act in a transaction of its `finish`, so that the last change of
 * the resource and the answer are committed together. `respond` returns the response or throws the
 * CallError that the call ends with.
 */
export type KeepAnswer<Response> = (tx: Tx, respond: () => Response) => Promise<void>;

/** A creating call in two halves, so that the next attempt repairs a crash between them. */
// biome-ignore lint/suspicious/noExplicitAny: the table of handlers doesn't look at it
export interface CreatingWork<Response, Begun = any> {
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
   * Verifies what can only be verified once (a captcha's solution), before a new key is claimed. For
   * a repeated request a failure has no effect, since it was verified before.
   */
  verify?: () => Promise<void>;
  /**
   * Whether verifying counts against a limit of the player. The key is then looked up before, at the cost of a
   * statement, so that a repeated request is not verified again.
   */
  isCounted?: boolean;
  /**
   * Writes the resource under this id, in the transaction that also claims the key and has locked
   * the caller. Returns what `finish` would otherwise load again.
   */
  begin: (tx: Tx, resourceId: string) => Promise<Begun>;
  /** Whether a response holds payment details; it is then stored sealed. */
  isSecret?: (response: Response) => boolean;
  /**
   * Continues with the resource from its current status. May run more than once.
   * @param begun - what `begin` returned; null if another request began
   * @param keep - stores the answer with the last change; without it, it is stored afterwards
   */
  finish: (
    resourceId: string,
    begun: Begun | null,
    keep: KeepAnswer<Response>,
  ) => Promise<Response>;
}

export interface Attempt {
  call: CallName;
  key: string | undefined;
  request: unknown;
}

/**
 * Runs a creating call at most once per key (design §3.6). The same key and body returns the first
 * answer again, errors included; another body is rejected with 422, a call still in flight with
 * 409. A request that `begin` rejects leaves no trace, and its key may be used again.
 */
export async function runOnce<Response, Begun>(
  core: KeyStore,
  caller: { brandId: string; playerId: string },
  attempt: Attempt,
  work: CreatingWork<Response, Begun>,
): Promise<Response> {
  const key = requireKey(attempt.key);
  const id = { brand_id: caller.brandId, player_id: caller.playerId, call: attempt.call, key };
  const hashes = hashRequest(core, attempt.request);
  await verifyOnce(core, id, work);
  const claim = await claimKey(core, id, hashes, work);
  const stored = claim.kind === 'answered' ? openAnswer(core, id, claim.answer) : null;
  if (stored !== null) return decodeAnswer(stored) as Response;
  const begun = claim.kind === 'claimed' ? claim.begun : null;
  let kept: OpenAnswer | null = null;
  const store = async (db: Db | Tx, answer: Answer<Response>) => {
    const isSecret = 'response' in answer && work.isSecret?.(answer.response) === true;
    return storeFirstAnswer(core, db, id, encodeAnswer(answer), isSecret);
  };
  const answer = await whileHolding(core, id, () =>
    settle(() =>
      work.finish(claim.resourceId, begun, async (tx, respond) => {
        kept = await store(tx, await settle(async () => respond()));
      }),
    ),
  );
  return decodeAnswer(kept ?? (await store(core.db, answer))) as Response;
}

/**
 * Verifies a request. A repeated one may fail because the first has used the solution; the first has
 * then stored the key, or, if the two arrived together, is about to.
 */
async function verifyOnce(
  core: KeyStore,
  id: KeyId,
  { verify, isCounted = false }: Pick<CreatingWork<unknown>, 'verify' | 'isCounted'>,
): Promise<void> {
  if (verify === undefined) return;
  if (isCounted && (await isKnown(core, id))) return;
  try {
    await verify();
  } catch (error) {
    if (await isKnown(core, id)) return;
    await delay(concurrentRequestPauseMs);
    if (!(await isKnown(core, id))) throw error;
  }
}

type Claim<Begun> = { resourceId: string } & (
  | { kind: 'answered'; answer: StoredAnswer }
  /** `begun` is null if another request has begun. */
  | { kind: 'claimed'; begun: Begun | null }
);

async function isKnown(core: KeyStore, id: KeyId): Promise<boolean> {
  const known = await core.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where((expression) => expression.and(id))
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * The claims of a player wait for the lock of the player's row one after another: here, where they hold no
 * connection.
 */
const claims = buildTurns(1, 1000);

function claimKey<Response, Begun>(
  core: KeyStore,
  id: KeyId,
  hashes: Hashes,
  work: CreatingWork<Response, Begun>,
): Promise<Claim<Begun>> {
  const resourceId = work.resourceId ?? uuidv7();
  const claim = async (tx: Tx): Promise<Claim<Begun>> => {
    await work.lock?.(tx, resourceId);
    if (!(await insertKey(core, tx, id, hashes[0], resourceId))) {
      return takeOver(core, tx, id, hashes);
    }
    return { kind: 'claimed', resourceId, begun: await work.begin(tx, resourceId) };
  };
  const transact = () => core.db.transaction().execute(claim);
  return claims.take({ brandId: id.brand_id, playerId: id.player_id }, () =>
    retryDeadlock(transact, isReferenceTaken),
  );
}

/**
 * Locks the caller and inserts the key; false if it is known. The lock waits for a concurrent commit
 * of the same key, so two requests can't both begin, and what `begin` reads afterwards is as the
 * caller's requests before have left it.
 * @throws CallError auth.tokenExpired
 */
async function insertKey(
  core: KeyStore,
  tx: Tx,
  id: KeyId,
  request_hash: string,
  resource_id: string,
): Promise<boolean> {
  const [claimed] = await lockAndInsert(tx, {
    ...id,
    request_hash,
    resource_id,
    locked_until: leaseFrom(core),
  });
  if (claimed === undefined) throw new Error(`There is no player ${id.player_id}`);
  const { key, ...caller } = claimed;
  requireNotErased(caller);
  return key !== null;
}

const lockAndInsert = compileOnce((tx, values: Insertable<IdempotencyKeysTable>) =>
  tx
    .with('caller', (query) =>
      lockedPlayer(query, { brandId: values.brand_id, playerId: values.player_id }),
    )
    .with('claimed', (query) =>
      insertFor(query, 'idempotency_keys', 'caller', values as never)
        .onConflict((conflict) => conflict.doNothing())
        .returning('key'),
    )
    .selectFrom('caller')
    .leftJoin('claimed', (join) => join.onTrue())
    .select(['caller.erased_at', 'claimed.key'])
    .modifyEnd(asPrepared),
);

async function takeOver(core: KeyStore, tx: Tx, id: KeyId, hashes: Hashes): Promise<Claim<never>> {
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
  return { kind: 'claimed', resourceId: row.resource_id, begun: null };
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
