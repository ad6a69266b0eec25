import type { Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import { allowChangesOfActs } from './allow-changes-of-acts.ts';
import { eraseFromJson } from './erase-from-json.ts';

interface Names {
  from: string;
  to: string;
}

/** Operators name players by their own id; in the log of their acts it gets the pseudonym too. */
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
        // From before the player was there.
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

/** Answers that are kept for repeated requests say what the acts did, for a week. */
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
