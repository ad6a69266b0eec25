import { ChainError } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { ChainCursor, ChainPause } from '../../ground/database/tables/chains.ts';
import { type Lease, placeOf } from './lease.ts';

/** Nothing of the chain may be credited now. */
export class ChainPaused extends Error {
  override readonly name = 'ChainPaused';
  readonly pause: ChainPause;

  constructor(pause: ChainPause, detail: string) {
    super(detail);
    this.pause = pause;
  }
}

/** Returns why a run must pause the chain; null for a bug or a failure of the database. */
export function readPause(error: unknown): { pause: ChainPause; detail: string } | null {
  if (error instanceof ChainPaused) return { pause: error.pause, detail: error.message };
  if (error instanceof ChainError) return { pause: error.reason, detail: error.message };
  return null;
}

/** Records the pause of a chain, or its end, and tells the operator's log of each change. */
export async function recordPause(
  core: Pick<Core, 'db' | 'log' | 'now'>,
  { chain, fence }: Lease,
  cursor: Pick<ChainCursor, 'paused'>,
  found: { pause: ChainPause; detail: string } | null,
): Promise<void> {
  const pause = found?.pause ?? null;
  const fields = { ...placeOf(chain), pause, detail: found?.detail };
  if (pause !== cursor.paused && pause !== null) {
    core.log.error(fields, 'a chain is paused: nothing of it is credited');
  } else if (pause !== cursor.paused) {
    core.log.info(fields, 'a chain is read again');
  }
  await core.db
    .updateTable('chain_cursors')
    .set({
      paused: pause,
      paused_detail: found?.detail.slice(0, 500) ?? null,
      ...(pause !== cursor.paused && { paused_at: pause === null ? null : core.now() }),
    })
    .where(({ and }) => and(placeOf(chain)))
    .where('fence', '=', fence)
    .execute();
}
