import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { openNotification } from '../../ground/encryption/seal-notification.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import { surprising } from '../../providers/evidence.ts';

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
