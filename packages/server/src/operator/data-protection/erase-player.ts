import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { eraseFromActs, eraseFromAnswers } from './erase-from-acts.ts';
import { findObstacles, findUnread, type Obstacle } from './find-obstacles.ts';

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
 * pseudonym, payment details, addresses of providers' pages, providers' messages, answers and what
 * operators wrote go. Amounts, statuses and the ledger, with its reasons, stay as they are. A later
 * token of the same id makes a new player.
 */
export async function erasePlayer(
  core: Pick<Core, 'now' | 'log' | 'vault'>,
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
  await eraseUnread(core, tx, ref);
  await eraseMessages(tx, ref);
  const names = { from: player.external_id, to: pseudonym };
  await eraseFromActs(tx, ref, names);
  await eraseFromAnswers(tx, ref, names);
  await tx
    .updateTable('players')
    .set({ external_id: pseudonym, erased_at: core.now() })
    .where('brand_id', '=', ref.brandId)
    .where('id', '=', ref.playerId)
    .execute();
  core.log.warn({ ...ref, reason, overridden: obstacles }, "a player's personal data is erased");
  return { kind: 'erased', pseudonym, overridden: obstacles };
}

/** Deposits and withdrawals before their player, as everywhere (players/player-row.ts). */
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
    .set({
      fields_sealed: null,
      redirect: null,
      step_sealed: null,
      required_fields: null,
      // What the provider is being asked at this moment is answered to nobody.
      continued_at: null,
      return_url: '',
      failure_message: null,
    })
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
  await eraseReasons(tx, { brandId, playerId });
  for (const table of ['player_limits', 'player_blocks', 'bonuses'] as const) {
    await tx
      .updateTable(table)
      .set({ reason: '' })
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .execute();
  }
}

/**
 * What operators wrote about the player's money, in words of their own; and what wallets and payments
 * were told by it. What Kassa writes itself names nobody. The ledger's reasons stay: nothing changes it.
 */
async function eraseReasons(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  const own = (parent: 'deposits' | 'withdrawals') => sql`
    select id from ${sql.table(parent)} where brand_id = ${brandId} and player_id = ${playerId}`;
  for (const [table, parent, column] of [
    ['deposit_transitions', 'deposits', 'deposit_id'],
    ['withdrawal_transitions', 'withdrawals', 'withdrawal_id'],
  ] as const) {
    await sql`
      update ${sql.table(table)} set reason = 'operator'
      where brand_id = ${brandId} and ${sql.ref(column)} in (${own(parent)})
        and reason like 'operator %'`.execute(tx);
  }
  const withoutWords = (column: string) => sql`
    ${sql.ref(column)} = regexp_replace(${sql.ref(column)}, 'operator .*', 'operator')`;
  await sql`
    update payments set ${withoutWords('evidence')}, ${withoutWords('resolved_reason')}
    where brand_id = ${brandId} and deposit_id in (${own('deposits')})
      and concat(evidence, resolved_reason) like '%operator %'`.execute(tx);
  await sql`
    update reversals set ${withoutWords('evidence')}
    where brand_id = ${brandId} and player_id = ${playerId} and evidence like '%operator %'
  `.execute(tx);
  await sql`
    update wallet_operations set detail = null
    where brand_id = ${brandId} and player_id = ${playerId} and detail is not null`.execute(tx);
}

/** What providers said of the player's money, and what the operator's server answered. */
async function eraseMessages(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  await sql`
    update provider_notifications set body = '', headers = '{}', resolved_reason = null
    where brand_id = ${brandId} and subject_ids && array(
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

/** Those that led to nothing, or not yet: they are over with it. */
async function eraseUnread(
  core: Pick<Core, 'now' | 'vault'>,
  tx: Tx,
  player: PlayerRef,
): Promise<void> {
  const ids = await findUnread(core, tx, player);
  await sql`
    update provider_notifications set body = '', headers = '{}', outcome = 'unreadable',
      processed_at = coalesce(processed_at, ${core.now()}), resolved_at = ${core.now()},
      resolved_reason = 'the player was erased'
    where brand_id = ${player.brandId} and id = any(${ids}::uuid[])`.execute(tx);
}
