import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/player-row.ts';

interface Names {
  from: string;
  to: string;
}

/**
 * Replaces a player's id by the pseudonym in the log of acts, since operators name players by their
 * own id.
 */
export async function eraseFromActs(
  tx: Tx,
  { brandId, playerId }: PlayerRef,
  names: Names,
): Promise<void> {
  const acts = await tx
    .selectFrom('operator_acts')
    .select(['id', 'subject_id', 'reason', 'request', 'before', 'after'])
    .where('brand_id', '=', brandId)
    .where(({ or, and, eb }) =>
      or([
        eb('player_id', '=', playerId),
        // Acts from before the player's row existed.
        and([eb('subject_kind', '=', 'player'), eb('subject_id', '=', names.from)]),
      ]),
    )
    .execute();
  if (acts.length === 0) return;
  await allowChangesOfActs(tx);
  const erase = (value: unknown) => JSON.stringify(eraseFromJson(value, names));
  for (const { id, subject_id, reason, request, before, after } of acts) {
    await tx
      .updateTable('operator_acts')
      .set({
        subject_id: subject_id === names.from ? names.to : subject_id,
        reason: reason === null ? null : '',
        request: erase(request),
        before: before && erase(before),
        after: after && erase(after),
      })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute();
  }
}

/** Erases a player from the responses that are stored for repeated requests for a week. */
export async function eraseFromAnswers(
  tx: Tx,
  { brandId, playerId }: PlayerRef,
  names: Names,
): Promise<void> {
  const requests = await tx
    .selectFrom('operator_requests')
    .select(['key_id', 'idempotency_key', 'answer'])
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('answer', 'is not', null)
    .execute();
  for (const { key_id, idempotency_key, answer } of requests) {
    await tx
      .updateTable('operator_requests')
      .set({ answer: JSON.stringify(eraseFromJson(answer, names)) })
      .where('brand_id', '=', brandId)
      .where('key_id', '=', key_id)
      .where('idempotency_key', '=', idempotency_key)
      .execute();
  }
}

/** Erases a player from the acts that a second key decides; acts that still wait are rejected. */
export async function eraseFromPendingActs(
  { now }: Pick<Core, 'now'>,
  tx: Tx,
  { brandId, playerId }: PlayerRef,
  names: Names,
): Promise<void> {
  const acts = await tx
    .selectFrom('pending_acts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .execute();
  const erase = (value: unknown) => JSON.stringify(eraseFromJson(value, names));
  for (const { id, state, request, logged, decision_reason } of acts) {
    const decision =
      state === 'pending'
        ? {
            state: 'rejected' as const,
            decided_at: now(),
            decision_reason: 'the player was erased',
          }
        : { decision_reason: decision_reason === null ? null : '' };
    await tx
      .updateTable('pending_acts')
      .set({ ...decision, request: erase(request), logged: erase(logged) })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Allows changes of the log of acts in this transaction. The database keeps the log append-only;
 * retention and erasure need this exception.
 */
export async function allowChangesOfActs(tx: Tx): Promise<void> {
  await sql`select set_config('kassa.data_protection', 'on', true)`.execute(tx);
}

/** The fields with a text that an operator wrote. */
const reasonFields: ReadonlySet<string> = new Set(['reason', 'resolvedReason', 'decisionReason']);

/**
 * Erases a player from a JSON value: replaces every text that is their id, at any depth, and
 * empties every reason, since people write reasons freely. Field names stay.
 */
function eraseFromJson(value: unknown, names: { from: string; to: string }): unknown {
  if (value === names.from) return names.to;
  if (Array.isArray(value)) return value.map((item) => eraseFromJson(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      reasonFields.has(key) && typeof item === 'string' ? '' : eraseFromJson(item, names),
    ]),
  );
}
