import type { BlockPush } from '@kassa/contract';
import type { Core } from '../core/core.ts';
import { repeatUntil } from '../ground/repeat-until.ts';
import type { KassaServer } from './socket-types.ts';

/**
 * Pushes `methods.changed` to this process's widgets for switches that were not pushed here: those
 * made in another process, and those that end by time. Returns a function that stops it.
 */
export function watchMethodSwitches(
  io: KassaServer,
  core: Pick<Core, 'db' | 'now' | 'log'>,
  lookAgainMs: number,
): () => Promise<void> {
  /** The switches of each brand at the last check. */
  let seen = new Map<string, string>();
  const pushedSince = new Set<string>();
  io.on('connection', (socket) => {
    socket.onAnyOutgoing((event: string, block?: BlockPush) => {
      if (event === 'methods.changed' && block === undefined)
        pushedSince.add(socket.data.caller.brandId);
    });
  });
  const poll = async () => {
    const brandIds = new Set(
      [...io.of('/').sockets.values()].map(({ data }) => data.caller.brandId),
    );
    const pushed = new Set(pushedSince);
    pushedSince.clear();
    const found = await loadSwitched(core, [...brandIds]);
    for (const [brandId, switches] of found) {
      if (!seen.has(brandId) || seen.get(brandId) === switches || pushed.has(brandId)) continue;
      io.to(brandId).emit('methods.changed');
      // The check included those switches; a later one is a new change.
      pushedSince.delete(brandId);
    }
    seen = found;
  };
  const stopping = new AbortController();
  const polling = repeatUntil(stopping.signal, lookAgainMs, () =>
    poll().catch((error: unknown) =>
      core.log.warn({ error }, 'the switches of methods could not be loaded; trying again soon'),
    ),
  );
  return async () => {
    stopping.abort();
    await polling;
  };
}

async function loadSwitched(
  { db, now }: Pick<Core, 'db' | 'now'>,
  brandIds: string[],
): Promise<Map<string, string>> {
  if (brandIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('method_switches')
    .select(['brand_id', 'method', 'state'])
    .where('brand_id', 'in', brandIds)
    .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now())]))
    .orderBy('brand_id')
    .orderBy('method')
    .execute();
  const byBrand = Map.groupBy(rows, ({ brand_id }) => brand_id);
  return new Map(brandIds.map((brandId) => [brandId, JSON.stringify(byBrand.get(brandId) ?? [])]));
}
