import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CallError, type CallName } from '@kassa/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../database/connect.ts';
import type { OpenAnswer, StoredAnswer } from '../database/tables/money.ts';
import type { SealContext } from '../encryption/vault.ts';
import { type Keeping, type KeyId, leaseFrom, whileHolding } from './keys.ts';

/** From the verdict on a request to its key's being there. */
const twinPauseMs = 200;

/** A creating call in two halves, so that a crash between them heals on the next attempt. */
export interface CreatingWork<Response> {
  /**
   * The resource that the call takes on, where it makes none of its own; `begin` sees to it that it is
   * the caller's.
   */
  resourceId?: string;
  /**
   * Locks that resource, before the key is claimed: a key's row holds on to its player, who is locked
   * after what is theirs.
   */
  lock?: (tx: Tx, resourceId: string) => Promise<void>;
  /**
   * Judges what may be judged only once (a captcha's solution), before a new key is claimed; a request
   * that comes again has been judged.
   */
  judge?: () => Promise<void>;
  /** Writes the resource under this id, in the transaction that also claims the key. */
  begin: (tx: Tx, resourceId: string) => Promise<void>;
  /** Whether a response holds payment details: then it is kept sealed. */
  isSecret?: (response: Response) => boolean;
  /** Takes the resource on from wherever it stands. May run more than once. */
  finish: (resourceId: string) => Promise<Response>;
}

export interface Attempt {
  call: CallName;
  key: string | undefined;
  request: unknown;
}

/** What was answered: a response, or a refusal that belongs to the resource. */
type Answer<Response> = { response: Response } | { refusal: CallError };

/**
 * Runs a creating call at most once per key (design §3.6). The same key and body gives the first
 * answer again, a refusal included; another body is refused with 422, one still in flight with 409.
 * A request that `begin` refuses leaves no trace, and its key may be used again.
 */
export async function runOnce<Response>(
  core: Keeping,
  caller: { brandId: string; playerId: string },
  attempt: Attempt,
  work: CreatingWork<Response>,
): Promise<Response> {
  const key = requireKey(attempt.key);
  const id = { brand_id: caller.brandId, player_id: caller.playerId, call: attempt.call, key };
  const hashes = hashRequest(core, attempt.request);
  if (work.judge !== undefined) await judgeOnce(core, id, work.judge);
  const claim = await claimKey(core, id, hashes, work);
  const stored = claim.kind === 'answered' ? openAnswer(core, id, claim.answer) : null;
  if (stored !== null) return decodeAnswer(stored) as Response;
  const answer = encodeAnswer(
    await whileHolding(core, id, () => settle(() => work.finish(claim.resourceId))),
  );
  const isSecret = 'response' in answer && work.isSecret?.(answer.response as Response) === true;
  return (await keepFirst(core, id, answer, isSecret)) as Response;
}

/**
 * Judges a new request. Of twins, which come while the first one is being judged, the second may be
 * refused for what the first has used: it is known then, or is about to be.
 */
async function judgeOnce(core: Keeping, id: KeyId, judge: () => Promise<void>): Promise<void> {
  if (await isKnown(core, id)) return;
  try {
    await judge();
  } catch (error) {
    await delay(twinPauseMs);
    if (!(await isKnown(core, id))) throw error;
  }
}

/** A process of the release before opens nothing sealed: who asks it is told to ask again. */
const forReleaseBefore = {
  refusal: {
    code: 'idempotency.inFlight',
    message: 'The first request with this key is being answered.',
    params: {},
    reference: undefined,
  },
} as const;

/**
 * Stores an answer, unless a takeover was faster: then the first one stands. Gives the one kept, or
 * this one where the key went with its player.
 */
async function keepFirst(
  core: Keeping,
  id: KeyId,
  answer: OpenAnswer,
  isSecret: boolean,
): Promise<unknown> {
  const written: StoredAnswer = isSecret
    ? { sealed: core.vault.seal(JSON.stringify(answer), toAnswerContext(id)), ...forReleaseBefore }
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

/** Null where the key that sealed it isn't in the ring any more: then it is answered anew. */
function openAnswer({ vault }: Keeping, id: KeyId, stored: StoredAnswer): OpenAnswer | null {
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

async function isKnown(core: Keeping, id: KeyId): Promise<boolean> {
  const known = await core.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where((expression) => expression.and(id))
    .executeTakeFirst();
  return known !== undefined;
}

function claimKey<Response>(
  core: Keeping,
  id: KeyId,
  hashes: Hashes,
  work: CreatingWork<Response>,
): Promise<Claim> {
  const resourceId = work.resourceId ?? uuidv7();
  return core.db.transaction().execute(async (tx) => {
    await work.lock?.(tx, resourceId);
    // The insert waits for a twin that is just being committed, so two can't both begin.
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
  });
}

async function takeOver(core: Keeping, tx: Tx, id: KeyId, hashes: Hashes): Promise<Claim> {
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
      'The first request with this key is still running.',
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

/** Of one request, under each key of the ring: the first is stored, any may have been. */
type Hashes = [string, ...string[]];

/**
 * Requests are parsed before, so key order and unknown fields make no difference. Keyed, since they
 * may hold payment details, which could be guessed from a bare digest.
 */
function hashRequest({ vault }: Pick<Keeping, 'vault'>, request: unknown): Hashes {
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
    // A refusal is an answer and is kept; a bug is not, and leaves the key to be taken over.
    if (error instanceof CallError) return { refusal: error };
    throw error;
  }
}

function encodeAnswer(answer: Answer<unknown>): OpenAnswer {
  if ('response' in answer) return answer;
  const { code, message, params, reference } = answer.refusal;
  return { refusal: { code, message, params, reference } };
}

/** Gives a stored answer again; a stored refusal is thrown again. */
function decodeAnswer(stored: OpenAnswer): unknown {
  if ('response' in stored) return stored.response;
  const { code, message, params, reference } = stored.refusal;
  throw new CallError(code, message, params, reference);
}
