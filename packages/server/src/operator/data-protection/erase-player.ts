import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { liveClaimStatuses } from '../../money/deposits/claims.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { eraseFromActs, eraseFromAnswers, eraseFromPendingActs } from './erase-from-acts.ts';
import { findObstacles, type Obstacle } from './find-obstacles.ts';
import { lockWhole } from './lock-whole.ts';

export type Erasure =
  | {
      kind: 'erased';
      /** The id that replaces the operator's id of the player from now on. */
      pseudonym: string;
      /** The obstacles that `isForced` overrode. */
      overridden: Obstacle[];
    }
  /** The brand has no such player. */
  | { kind: 'notFound' }
  | { kind: 'erasedBefore'; erasedAt: Date }
  | { kind: 'refused'; obstacles: Obstacle[] };

interface ErasureOptions {
  /** Whether obstacles are overridden; `lastingObstacles` never are. */
  isForced: boolean;
}

/**
 * Erases a player's personal data in the caller's transaction. The player's id gets a pseudonym;
 * payment details, URLs of providers' pages, providers' notifications, responses and operators'
 * texts are deleted. Amounts, statuses and the ledger with its reasons stay as they are. A later
 * token of the same id creates a new player.
 */
export async function erasePlayer(
  core: Pick<Core, 'now' | 'log' | 'vault'>,
  tx: Tx,
  ref: PlayerRef,
  { isForced }: ErasureOptions,
): Promise<Erasure> {
  const whole = await lockWhole(core, tx, ref);
  if (whole === null) return { kind: 'notFound' };
  const { player, unprocessed } = whole;
  if (player.erased_at !== null) return { kind: 'erasedBefore', erasedAt: player.erased_at };
  const obstacles = await findObstacles(core, tx, ref, unprocessed);
  const isAllowed = isForced
    ? !obstacles.some((obstacle) => lastingObstacles.has(obstacle))
    : obstacles.length === 0;
  if (!isAllowed) return { kind: 'refused', obstacles };
  const pseudonym = `erased-${randomUUID()}`;
  await eraseSubjects(tx, ref);
  await eraseUnprocessed(core, tx, ref, unprocessed);
  await eraseMessages(tx, ref);
  const names = { from: player.external_id, to: pseudonym };
  await eraseFromActs(tx, ref, names);
  await eraseFromAnswers(tx, ref, names);
  await eraseFromPendingActs(core, tx, ref, names);
  await tx
    .updateTable('players')
    .set({ external_id: pseudonym, erased_at: core.now() })
    .where('brand_id', '=', ref.brandId)
    .where('id', '=', ref.playerId)
    .execute();
  core.log.warn({ ...ref, overridden: obstacles }, "a player's personal data was erased");
  return { kind: 'erased', pseudonym, overridden: obstacles };
}

/** Obstacles that nobody can override. */
const lastingObstacles: ReadonlySet<Obstacle> = new Set(['walletOperation', 'revokedToken']);

/** Erases payment details and the data that leads back to them. */
async function eraseSubjects(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({
      fields_sealed: null,
      player_data_sealed: null,
      redirect: null,
      step_sealed: null,
      required_fields: null,
      // Discards the response to a request to the provider that is still open.
      continued_at: null,
      return_url: '',
      failure_message: null,
    })
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .execute();
  await tx
    .updateTable('withdrawals')
    .set({
      fields_sealed: null,
      player_data_sealed: null,
      failure_message: null,
      destination_masked: null,
      destination_digest: null,
      saved_details_id: null,
    })
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .execute();
  // A file names all of its payees, so it goes as a whole.
  await sql`
    update payout_batches set content_sealed = null
    where brand_id = ${brandId} and content_sealed is not null and id in (
      select batch_id from withdrawals
      where brand_id = ${brandId} and player_id = ${playerId})`.execute(tx);
  // The provider's words may repeat what the order told it of the player.
  await sql`
    update deposit_attempts set detail = null
    where detail is not null and deposit_id in (
      select id from deposits where brand_id = ${brandId} and player_id = ${playerId})`.execute(tx);
  await sql`
    update payments set instrument_sealed = null, instrument_digest = null, payer_digest = null
    where brand_id = ${brandId} and instrument_sealed is not null and deposit_id in (
      select id from deposits where brand_id = ${brandId} and player_id = ${playerId})`.execute(tx);
  await sql`
    update bank_transfers set details_sealed = null, resolved_reason = null
    where brand_id = ${brandId} and id in (
      select t.id from deposits d join bank_transfers t on t.deposit_id = d.id
      where d.brand_id = ${brandId} and d.player_id = ${playerId}
      union all
      select t.id from withdrawals w join bank_transfers t on t.withdrawal_id = w.id
      where w.brand_id = ${brandId} and w.player_id = ${playerId})`.execute(tx);
  // The comment is what the sender typed, and the reason an operator's words.
  await sql`
    update chain_payments set memo = null,
      resolved_reason = case when resolved_reason is not null then '' end
    where brand_id = ${brandId} and deposit_id in (
      select id from deposits where brand_id = ${brandId} and player_id = ${playerId})`.execute(tx);
  await eraseClaims(tx, { brandId, playerId });
  for (const table of [
    'blind_index',
    'confirmation_codes',
    'idempotency_keys',
    'known_payers',
    'saved_details',
    'token_revocations',
  ] as const) {
    await tx
      .deleteFrom(table)
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .execute();
  }
  await eraseReasons(tx, { brandId, playerId });
  for (const table of [
    'player_limits',
    'player_blocks',
    'bonuses',
    'corrections',
    'coin_grants',
  ] as const) {
    await tx
      .updateTable(table)
      .set({ reason: '' })
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .execute();
  }
}

/** Deletes the files of claims and the words beside them; a claim that still waits ends as refused. */
async function eraseClaims(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  await sql`
    delete from claim_proofs where brand_id = ${brandId} and claim_id in (
      select id from claims where brand_id = ${brandId} and player_id = ${playerId})`.execute(tx);
  await sql`
    update claims set message_sealed = null, is_cleared = true,
      status = case when status = any(${liveClaimStatuses}) then 'refused' else status end
    where brand_id = ${brandId} and player_id = ${playerId}`.execute(tx);
}

/**
 * Erases operators' texts about the player's money, and their copies in payments, webhooks and
 * wallet operations; of providers' errors only the code stays. Kassa's own texts name nobody. The ledger's reasons stay, since the ledger is
 * immutable.
 */
async function eraseReasons(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  const own = (parent: 'deposits' | 'withdrawals' | 'refunds') => sql`
    select id from ${sql.table(parent)} where brand_id = ${brandId} and player_id = ${playerId}`;
  for (const [table, parent, column] of [
    ['deposit_transitions', 'deposits', 'deposit_id'],
    ['withdrawal_transitions', 'withdrawals', 'withdrawal_id'],
    ['refund_transitions', 'refunds', 'refund_id'],
  ] as const) {
    await sql`
      update ${sql.table(table)} set reason = regexp_replace(regexp_replace(regexp_replace(reason,
        '^operator .*', 'operator'), '[(]operator .*', '(operator)'), '^(the provider: [^ ]+) .*', '\\1')
      where brand_id = ${brandId} and ${sql.ref(column)} in (${own(parent)})
        and (reason like 'operator %' or reason like '%(operator %' or reason like 'the provider: %')`.execute(
      tx,
    );
  }
  const withoutText = (column: string) => sql`
    ${sql.ref(column)} = regexp_replace(${sql.ref(column)}, 'operator .*', 'operator')`;
  await sql`
    update payments set ${withoutText('evidence')}, ${withoutText('resolved_reason')},
      ${withoutText('rate_source')}
    where brand_id = ${brandId} and deposit_id in (${own('deposits')})
      and concat(evidence, resolved_reason, rate_source) like '%operator %'`.execute(tx);
  await sql`
    update webhook_events set data = jsonb_set(data, '{rateSource}', '"operator"')
    where brand_id = ${brandId} and player_id = ${playerId}
      and data ->> 'rateSource' like 'operator %'`.execute(tx);
  await sql`
    update reversals set ${withoutText('evidence')}
    where brand_id = ${brandId} and player_id = ${playerId} and evidence like '%operator %'
  `.execute(tx);
  await sql`
    update wallet_operations set detail = null
    where brand_id = ${brandId} and player_id = ${playerId} and detail is not null`.execute(tx);
}

/**
 * Erases providers' notifications about the player's money, and the responses of the operator's
 * server.
 */
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

/** Erases and closes notifications that had no effect or are not processed yet. */
async function eraseUnprocessed(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update provider_notifications set body = '', headers = '{}', outcome = 'unreadable',
      processed_at = coalesce(processed_at, ${core.now()}), resolved_at = ${core.now()},
      resolved_reason = 'the player was erased'
    where brand_id = ${player.brandId} and id = any(${ids}::uuid[])`.execute(tx);
}
