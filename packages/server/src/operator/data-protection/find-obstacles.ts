import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { openNotification } from '../../ground/encryption/sealed.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { surprising } from '../../providers/evidence.ts';
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

const batchSize = 200;
/** What is shorter may stand in any text. */
const shortestMark = 8;

/**
 * Ids of the notifications that led to nothing, or not yet, and speak of a player's money. Whose they
 * are nobody has found out, so what they say is searched; an index has them, and there are never many.
 */
export async function findUnread(
  core: Pick<Core, 'vault'>,
  tx: Tx,
  player: PlayerRef,
): Promise<string[]> {
  const marks = await loadMarks(tx, player);
  if (marks.length === 0) return [];
  const found: string[] = [];
  let last: string | null = null;
  do {
    const batch = await loadBatch(tx, player.brandId, last);
    for (const row of batch) {
      const body = open(core, row);
      if (marks.some((mark) => body.includes(mark))) found.push(row.id);
    }
    last = batch.length < batchSize ? null : (batch.at(-1)?.id ?? null);
  } while (last !== null);
  return found;
}

/** What names a player's money: our ids of it, and the provider's. */
async function loadMarks(tx: Tx, { brandId, playerId }: PlayerRef): Promise<string[]> {
  const own = sql`brand_id = ${brandId} and player_id = ${playerId}`;
  const { rows } = await sql<{ mark: string }>`
    select id::text as mark from deposits where ${own}
    union select provider_reference from deposits where ${own}
    union select id::text from withdrawals where ${own}
    union select provider_reference from withdrawals where ${own}`.execute(tx);
  return rows.flatMap(({ mark }) => (mark !== null && mark.length >= shortestMark ? [mark] : []));
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
        and([eb('resolved_at', 'is', null), eb('outcome', 'in', [...surprising])]),
      ]),
    );
  if (after !== null) query = query.where('id', '>', after);
  return query.orderBy('id').limit(batchSize).execute();
}

/** One that no key opens any more says nothing to anyone. */
function open({ vault }: Pick<Core, 'vault'>, row: Parameters<typeof openNotification>[1]): string {
  try {
    return openNotification(vault, row);
  } catch {
    return '';
  }
}
