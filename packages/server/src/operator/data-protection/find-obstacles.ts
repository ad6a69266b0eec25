import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import { findUnread } from './find-unread.ts';
import { unfinishedDepositStatuses, unfinishedWithdrawalStatuses } from './finished-statuses.ts';

/** What speaks against erasing a player now. */
export type Obstacle =
  /** Money may still arrive for it, or waits for someone. */
  | 'unfinishedDeposit'
  | 'unfinishedWithdrawal'
  /** A balance, money held aside or on a bonus, or a debt. */
  | 'balance'
  /** The operator's wallet is still to be told, by a name that it knows. */
  | 'walletOperation'
  /** So is the operator. */
  | 'unsentEvent'
  /** A provider's message that speaks of their money waits to be understood, or led to nothing. */
  | 'unreadNotification'
  /** Who excluded themselves would come back as someone new. */
  | 'selfExclusion';

/** Each obstacle's proof: a row that stands in the way. */
const proofs: Record<
  Exclude<Obstacle, 'unreadNotification'>,
  (player: PlayerRef, now: Date) => ReturnType<typeof sql>
> = {
  unfinishedDeposit: ({ brandId, playerId }) => sql`
    select 1 from deposits where brand_id = ${brandId} and player_id = ${playerId}
      and status = any(${unfinishedDepositStatuses})`,
  unfinishedWithdrawal: ({ brandId, playerId }) => sql`
    select 1 from withdrawals where brand_id = ${brandId} and player_id = ${playerId}
      and status = any(${unfinishedWithdrawalStatuses})`,
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
  selfExclusion: ({ brandId, playerId }, now) => sql`
    select 1 from player_blocks where brand_id = ${brandId} and player_id = ${playerId}
      and source = 'selfExclusion' and lifted_at is null and (until is null or until > ${now})`,
};

/** Everything that speaks against erasing a player now; empty where nothing does. */
export async function findObstacles(
  core: Pick<Core, 'now' | 'vault'>,
  tx: Tx,
  player: PlayerRef,
): Promise<Obstacle[]> {
  const obstacles: Obstacle[] = [];
  for (const name of Object.keys(proofs) as (keyof typeof proofs)[]) {
    const { rows } = await sql`${proofs[name](player, core.now())} limit 1`.execute(tx);
    if (rows.length > 0) obstacles.push(name);
  }
  if ((await findUnread(core, tx, player)).length > 0) obstacles.push('unreadNotification');
  return obstacles;
}
