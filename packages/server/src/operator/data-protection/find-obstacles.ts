import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { openNotification } from '../../ground/encryption/sealed.ts';
import { liveClaimStatuses } from '../../money/deposits/claims.ts';
import { unfinishedDepositStatuses } from '../../money/states/deposit.machine.ts';
import { openRefundStatuses } from '../../money/states/refund.machine.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { revocationsSince } from '../../players/token-revocations.ts';
import { unexpectedOutcomes } from '../../providers/evidence.ts';
import { unfinishedWithdrawalStatuses } from './finished-statuses.ts';

/** A reason not to erase a player now. */
export type Obstacle =
  /** Money may still arrive for a deposit, or waits for a decision. */
  | 'unfinishedDeposit'
  | 'unfinishedWithdrawal'
  /** A file with a payout of the player has others that the bank has not answered. */
  | 'payoutFile'
  /** A refund through the provider that isn't done and hasn't failed. */
  | 'unfinishedRefund'
  /** A balance, held money, a bonus balance or a debt. */
  | 'balance'
  /** A pending operation of the operator's wallet, which needs the player's id. */
  | 'walletOperation'
  /** A pending webhook, which needs the player's id. */
  | 'unsentEvent'
  /** A notification about the player's money is not processed yet, or had no effect. */
  | 'unreadNotification'
  /** A claim of the player that waits for the operator's answer or a better proof. */
  | 'openClaim'
  /** A bank transfer that names one of the player's deposits waits for a decision. */
  | 'bankTransfer'
  /** A self-excluded player would return as a new one. */
  | 'selfExclusion'
  /** A revoked token that has not expired would be valid for the new player of the same id. */
  | 'revokedToken'
  /** An act on the player's money waits for the approval of a second key. */
  | 'pendingAct';

/** The query of each obstacle; a row means that the obstacle exists. */
const obstacleQueries: Record<
  Exclude<Obstacle, 'unreadNotification'>,
  (player: PlayerRef, now: Date) => ReturnType<typeof sql>
> = {
  unfinishedDeposit: ({ brandId, playerId }) => sql`
    select 1 from deposits where brand_id = ${brandId} and player_id = ${playerId}
      and status = any(${unfinishedDepositStatuses})`,
  unfinishedWithdrawal: ({ brandId, playerId }) => sql`
    select 1 from withdrawals where brand_id = ${brandId} and player_id = ${playerId}
      and status = any(${unfinishedWithdrawalStatuses})`,
  payoutFile: ({ brandId, playerId }) => sql`
    select 1 from withdrawals w
    join payout_batches b
      on b.brand_id = w.brand_id and b.id = w.batch_id and b.content_sealed is not null
    join withdrawals o
      on o.brand_id = w.brand_id and o.batch_id = w.batch_id and o.player_id <> w.player_id
    where w.brand_id = ${brandId} and w.player_id = ${playerId}
      and o.status = any(${unfinishedWithdrawalStatuses})`,
  unfinishedRefund: ({ brandId, playerId }) => sql`
    select 1 from refunds where brand_id = ${brandId} and player_id = ${playerId}
      and status = any(${openRefundStatuses})`,
  balance: ({ brandId, playerId }) => sql`
    select 1 from ledger_accounts a where a.brand_id = ${brandId} and a.owner = ${playerId}
      and (a.balance <> 0 or a.kind = 'receivable' and 0 <> (
        select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id))`,
  walletOperation: ({ brandId, playerId }) => sql`
    select 1 from wallet_operations where brand_id = ${brandId} and player_id = ${playerId}
      and status = 'pending'`,
  unsentEvent: ({ brandId, playerId }) => sql`
    select 1 from webhook_events where brand_id = ${brandId} and player_id = ${playerId}
      and status = 'pending'`,
  openClaim: ({ brandId, playerId }) => sql`
    select 1 from claims where brand_id = ${brandId} and player_id = ${playerId}
      and status = any(${liveClaimStatuses})`,
  bankTransfer: ({ brandId, playerId }) => sql`
    select 1 from deposits d join bank_transfers t
      on t.brand_id = d.brand_id and t.reference = d.reference and t.status = 'review'
    where d.brand_id = ${brandId} and d.player_id = ${playerId}
    union all
    select 1 from withdrawals w join bank_transfers t
      on t.brand_id = w.brand_id and t.withdrawal_id = w.id and t.status = 'review'
    where w.brand_id = ${brandId} and w.player_id = ${playerId}
    union all
    select 1 from bank_transfers t join deposits d
      on d.brand_id = t.brand_id and d.id = t.proposed_deposit_id
    where t.brand_id = ${brandId} and t.status = 'review' and d.player_id = ${playerId}`,
  selfExclusion: ({ brandId, playerId }, now) => sql`
    select 1 from player_blocks where brand_id = ${brandId} and player_id = ${playerId}
      and source = 'selfExclusion' and lifted_at is null and (until is null or until > ${now})`,
  revokedToken: ({ brandId, playerId }, now) => sql`
    select 1 from token_revocations where brand_id = ${brandId} and player_id = ${playerId}
      and created_at > ${revocationsSince(now)}`,
  pendingAct: ({ brandId, playerId }, now) => sql`
    select 1 from pending_acts where brand_id = ${brandId} and player_id = ${playerId}
      and state = 'pending' and expires_at > ${now}`,
};

/**
 * Returns the obstacles to erasing a player now; empty if there is none.
 * @param unprocessed - the ids of `findUnprocessed`
 */
export async function findObstacles(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  unprocessed: readonly string[],
): Promise<Obstacle[]> {
  const obstacles: Obstacle[] = [];
  for (const name of Object.keys(obstacleQueries) as (keyof typeof obstacleQueries)[]) {
    const { rows } = await sql`${obstacleQueries[name](player, core.now())} limit 1`.execute(tx);
    if (rows.length > 0) obstacles.push(name);
  }
  if (unprocessed.length > 0) obstacles.push('unreadNotification');
  return obstacles;
}

const batchSize = 200;
/** Shorter ids may occur in any text. */
const shortestId = 8;

/**
 * Returns the ids of notifications about a player's money that had no effect or are not processed
 * yet. Their subjects are unknown, so their bodies are searched; an index selects them, and there
 * are never many.
 */
export async function findUnprocessed(
  core: Pick<Core, 'vault'>,
  tx: Tx,
  player: PlayerRef,
): Promise<string[]> {
  const ids = await loadMoneyIds(tx, player);
  if (ids.length === 0) return [];
  const found: string[] = [];
  let last: string | null = null;
  do {
    const batch = await loadBatch(tx, player.brandId, last);
    for (const row of batch) {
      const body = open(core, row);
      if (ids.some((id) => body.includes(id))) found.push(row.id);
    }
    last = batch.length < batchSize ? null : (batch.at(-1)?.id ?? null);
  } while (last !== null);
  return found;
}

/** Loads the ids of a player's deposits, withdrawals and refunds, Kassa's own and the provider's. */
async function loadMoneyIds(tx: Tx, { brandId, playerId }: PlayerRef): Promise<string[]> {
  const own = sql`brand_id = ${brandId} and player_id = ${playerId}`;
  const { rows } = await sql<{ id: string }>`
    select id::text as id from deposits where ${own}
    union select provider_reference from deposits where ${own}
    union select id::text from withdrawals where ${own}
    union select provider_reference from withdrawals where ${own}
    union select id::text from refunds where ${own}
    union select provider_reference from refunds where ${own}`.execute(tx);
  return rows.flatMap(({ id }) => (id !== null && id.length >= shortestId ? [id] : []));
}

function loadBatch(tx: Tx, brandId: string, after: string | null) {
  let query = tx
    .selectFrom('provider_notifications')
    .select(['id', 'brand_id', 'body'])
    .where('brand_id', '=', brandId)
    .where('body', '<>', '')
    .where(({ or, and, eb }) =>
      or([
        eb('processed_at', 'is', null),
        and([eb('resolved_at', 'is', null), eb('outcome', 'in', [...unexpectedOutcomes])]),
      ]),
    );
  if (after !== null) query = query.where('id', '>', after);
  return query.orderBy('id').limit(batchSize).execute();
}

/** Decrypts a notification's body; empty if no key decrypts it, since nobody can read it then. */
function open({ vault }: Pick<Core, 'vault'>, row: Parameters<typeof openNotification>[1]): string {
  try {
    return openNotification(vault, row);
  } catch {
    return '';
  }
}
