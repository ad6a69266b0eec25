import { createHash } from 'node:crypto';
import { CallError } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { retryDeadlock } from '../../ground/database/retry-deadlock.ts';
import type { Done, Prepared } from '../define-endpoint.ts';
import type { Operator } from '../scopes.ts';
import { findMoneyToApprove, proposeAct } from './propose-act.ts';
import { recordAct } from './record-act.ts';

export interface ActRequest {
  /** The endpoint's name. */
  action: string;
  /** The subject that the path names, or null. */
  subject: { kind: string; id: string } | null;
  idempotencyKey: string | undefined;
  prepared: Prepared & { kind: 'act' };
}

/** The response to an act, also to a repeat of it. */
export interface ActAnswer {
  response: unknown;
  /** Whether the act was not done, but waits for the approval of a second key. */
  isPending?: boolean;
}

/**
 * Runs an act at most once per idempotency key. One transaction holds the claim of the key, the
 * act's changes, its row in the log and the response for repeats. The same key with another request
 * is rejected. A rejected act leaves its key free. An act above the brand's threshold is stored for
 * the approval of a second key instead. An act that responds after its commit runs again for a
 * repeat until it has responded: its first run may be at work, or have ended with its process.
 */
export async function runAct(core: Core, operator: Operator, act: ActRequest): Promise<ActAnswer> {
  const { keyId } = operator;
  if (keyId === null) throw new Error('An act over the API needs an operator key.');
  const claim: Claim = {
    brand_id: operator.brandId,
    key_id: keyId,
    idempotency_key: requireKey(act.idempotencyKey),
  };
  const hash = hashRequest(act);
  const known = await loadAnswer(core.db, claim, hash);
  if (known !== undefined) return known;
  const perform = await act.prepared.begin(core, operator);
  const attempt = async (tx: Tx): Promise<Ended> => {
    const resourceId = await claimKey(tx, claim, hash, core.now());
    if (resourceId === null) return { response: null, ...(await loadAnswer(tx, claim, hash)) };
    const money = await findMoneyToApprove(core, tx, { ...operator, keyId }, act.prepared);
    const isPending = money !== null;
    const done = isPending
      ? await proposeAct(core, tx, { ...operator, keyId }, { ...act, id: resourceId, money })
      : await perform({ tx, operator, resourceId });
    const { playerId } = await recordAct(tx, operator, {
      action: act.action,
      outcome: isPending ? 'proposed' : 'done',
      errorCode: null,
      subject: done.subject ?? act.subject,
      request: done.logged ?? act.prepared.logged,
      before: done.before,
      after: done.after,
    });
    await tx
      .updateTable('operator_requests')
      .set({
        answer: done.answer ? null : JSON.stringify({ response: done.kept, isPending }),
        player_id: playerId,
      })
      .where((expression) => expression.and({ ...claim }))
      .execute();
    return { ...done, isPending };
  };
  // An erasure may meet a deposit that is created meanwhile.
  const done = await retryDeadlock(() => core.db.transaction().execute(attempt));
  try {
    await done.afterCommit?.();
  } catch (error) {
    // The act is committed; the jobs catch up on pushes and wallet operations.
    core.log.error({ action: act.action, error }, 'a task after the commit of an act failed');
  }
  // The events that the act has recorded.
  core.outbox.wake(operator.brandId);
  const { answer, response, isPending } = done;
  return answer === undefined
    ? { response, isPending }
    : { response: await answerLate(core.db, claim, answer) };
}

type Ended = ActAnswer & Pick<Done<unknown>, 'afterCommit' | 'answer'>;

/** Stores a response that is known after the commit only, for repeats. */
async function answerLate(db: Db, claim: Claim, answer: () => Promise<unknown>): Promise<unknown> {
  try {
    const response = await answer();
    await db
      .updateTable('operator_requests')
      .set({ answer: JSON.stringify({ response, isPending: false }) })
      .where((expression) => expression.and({ ...claim }))
      .execute();
    return response;
  } catch (error) {
    await db
      .deleteFrom('operator_requests')
      .where((expression) => expression.and({ ...claim }))
      .execute();
    throw error;
  }
}

interface Claim {
  brand_id: string;
  key_id: string;
  idempotency_key: string;
}

/**
 * Claims the key, also from a request that has no response yet. Returns null if there is a response
 * to its earlier use; waits for the transaction of a parallel request with the key.
 */
async function claimKey(tx: Tx, claim: Claim, hash: string, now: Date): Promise<string | null> {
  const claimed = await tx
    .insertInto('operator_requests')
    .values({ ...claim, request_hash: hash, resource_id: uuidv7(), created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'key_id', 'idempotency_key'])
        .doUpdateSet({ request_hash: hash })
        .where('operator_requests.answer', 'is', null)
        .where('operator_requests.request_hash', '=', hash),
    )
    .returning('resource_id')
    .executeTakeFirst();
  return claimed?.resource_id ?? null;
}

/**
 * Loads the response to an earlier request with the key; undefined if there is none, or not yet.
 * @throws CallError idempotency.keyReused
 */
async function loadAnswer(db: Db | Tx, claim: Claim, hash: string): Promise<ActAnswer | undefined> {
  const row = await db
    .selectFrom('operator_requests')
    .select(['request_hash', 'answer'])
    .where((expression) => expression.and({ ...claim }))
    .executeTakeFirst();
  if (row !== undefined && row.request_hash !== hash) {
    throw new CallError(
      'idempotency.keyReused',
      'This Idempotency-Key was used for another request.',
    );
  }
  return row?.answer ?? undefined;
}

function requireKey(key: string | undefined): string {
  if (key === undefined || key === '') {
    throw new CallError('idempotency.keyMissing', 'An act needs an Idempotency-Key header.');
  }
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) {
    const message = 'An Idempotency-Key has at most 128 printable ASCII characters.';
    throw new CallError('request.invalid', message);
  }
  return key;
}

/** The request is parsed already, so the order of its fields makes no difference. */
function hashRequest({ action, prepared }: ActRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([action, prepared.request]))
    .digest('hex');
}
