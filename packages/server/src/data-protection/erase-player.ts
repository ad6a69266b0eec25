import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import type { PlayerRef } from '../players/lock-player.ts';
import { allowChangesOfActs } from './allow-changes-of-acts.ts';
import { findObstacles, type Obstacle } from './find-obstacles.ts';
import { renameValues } from './rename-values.ts';

export type Erasure =
  | {
      kind: 'erased';
      /** What stands for the operator's id of the player from now on. */
      pseudonym: string;
      /** What was set aside because it was forced. */
      overridden: Obstacle[];
    }
  /** The brand has no such player. */
  | { kind: 'notFound' }
  | { kind: 'erasedBefore'; erasedAt: Date }
  | { kind: 'refused'; obstacles: Obstacle[] };

interface ErasureOptions {
  /** For the log; without a name of the player. */
  reason: string;
  /** Whether obstacles are set aside. The operator's wallet is waited for in any case. */
  isForced: boolean;
}

/**
 * Takes the person out of what is kept of a player, in the caller's transaction: their id gets a
 * pseudonym, payment details, addresses of providers' pages, provider's messages, reasons and
 * answers go. Amounts, statuses and the ledger stay as they are. A later token of the same id makes a
 * new player.
 */
export async function erasePlayer(
  core: Pick<Core, 'now' | 'log'>,
  tx: Tx,
  ref: PlayerRef,
  { reason, isForced }: ErasureOptions,
): Promise<Erasure> {
  await lockSubjects(tx, ref);
  const player = await tx
    .selectFrom('players')
    .select(['external_id', 'erased_at'])
    .where('brand_id', '=', ref.brandId)
    .where('id', '=', ref.playerId)
    .forUpdate()
    .executeTakeFirst();
  if (player === undefined) return { kind: 'notFound' };
  if (player.erased_at !== null) return { kind: 'erasedBefore', erasedAt: player.erased_at };
  const obstacles = await findObstacles(core, tx, ref);
  const isAllowed = isForced ? !obstacles.includes('walletOperation') : obstacles.length === 0;
  if (!isAllowed) return { kind: 'refused', obstacles };
  const pseudonym = `erased-${randomUUID()}`;
  await eraseSubjects(tx, ref);
  await eraseMessages(tx, ref);
  await eraseFromActs(tx, ref, { from: player.external_id, to: pseudonym });
  await tx
    .updateTable('players')
    .set({ external_id: pseudonym, erased_at: core.now() })
    .where('brand_id', '=', ref.brandId)
    .where('id', '=', ref.playerId)
    .execute();
  core.log.warn({ ...ref, reason, overridden: obstacles }, "a player's personal data is erased");
  return { kind: 'erased', pseudonym, overridden: obstacles };
}

/** Deposits and withdrawals before their player, as everywhere (players/lock-player.ts). */
async function lockSubjects(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  for (const table of ['deposits', 'withdrawals'] as const) {
    await tx
      .selectFrom(table)
      .select('id')
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  }
}

/** Payment details, and what leads back to them. */
async function eraseSubjects(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ fields_sealed: null, redirect: null, return_url: '', failure_message: null })
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .execute();
  await tx
    .updateTable('withdrawals')
    .set({ fields_sealed: null, failure_message: null })
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .execute();
  for (const table of ['blind_index', 'idempotency_keys'] as const) {
    await tx
      .deleteFrom(table)
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .execute();
  }
  for (const table of ['player_limits', 'player_blocks', 'bonuses'] as const) {
    await tx
      .updateTable(table)
      .set({ reason: '' })
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .execute();
  }
}

/** What providers said of the player's money, and what the operator's server answered. */
async function eraseMessages(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  await sql`
    update provider_notifications set body = '', headers = '{}'
    where brand_id = ${brandId} and processed_at is not null and subject_ids && array(
      select id from deposits where brand_id = ${brandId} and player_id = ${playerId}
      union all
      select id from withdrawals where brand_id = ${brandId} and player_id = ${playerId})
  `.execute(tx);
  await sql`
    update webhook_attempts set answer = null
    where brand_id = ${brandId} and answer is not null and event_id in (
      select id from webhook_events where brand_id = ${brandId} and player_id = ${playerId})
  `.execute(tx);
}

/** Operators name players by their own id; in the log of their acts it gets the pseudonym too. */
async function eraseFromActs(
  tx: Tx,
  { brandId }: PlayerRef,
  names: { from: string; to: string },
): Promise<void> {
  const quoted = JSON.stringify(names.from);
  const acts = await tx
    .selectFrom('operator_acts')
    .select(['id', 'subject_id', 'request', 'before', 'after'])
    .where('brand_id', '=', brandId)
    .where(({ or, eb }) =>
      or([
        eb('subject_id', '=', names.from),
        sql<boolean>`position(${quoted} in concat(request::text, before::text, after::text)) > 0`,
      ]),
    )
    .execute();
  if (acts.length === 0) return;
  await allowChangesOfActs(tx);
  for (const { id, subject_id, request, before, after } of acts) {
    await tx
      .updateTable('operator_acts')
      .set({
        subject_id: subject_id === names.from ? names.to : subject_id,
        request: JSON.stringify(renameValues(request, names)),
        before: before && JSON.stringify(renameValues(before, names)),
        after: after && JSON.stringify(renameValues(after, names)),
      })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute();
  }
}
