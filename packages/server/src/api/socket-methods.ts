import type { Core } from '../core/core.ts';
import { repeatUntil } from '../ground/repeat-until.ts';
import type { KassaServer } from './socket-types.ts';

/**
 * Tells this process's widgets of methods that were switched where nobody told them: on another
 * process, or by time. Returns the way to stop.
 */
export function watchMethodSwitches(
  io: KassaServer,
  core: Pick<Core, 'db' | 'now' | 'log'>,
  lookAgainMs: number,
): () => Promise<void> {
  /** How each brand's methods were switched when last looked at. */
  let seen = new Map<string, string>();
  const toldSince = new Set<string>();
  io.on('connection', (socket) => {
    socket.onAnyOutgoing((event: string) => {
      if (event === 'methods.changed') toldSince.add(socket.data.caller.brandId);
    });
  });
  const look = async () => {
    const brandIds = new Set(
      [...io.of('/').sockets.values()].map(({ data }) => data.caller.brandId),
    );
    const told = new Set(toldSince);
    toldSince.clear();
    const found = await loadSwitched(core, [...brandIds]);
    for (const [brandId, switches] of found) {
      if (!seen.has(brandId) || seen.get(brandId) === switches || told.has(brandId)) continue;
      io.to(brandId).emit('methods.changed');
      // That was of what was found now; what is switched next is update again.
      toldSince.delete(brandId);
    }
    seen = found;
  };
  const stopping = new AbortController();
  const looking = repeatUntil(stopping.signal, lookAgainMs, () =>
    look().catch((error: unknown) =>
      core.log.warn({ error }, 'no look at which methods were switched; again soon'),
    ),
  );
  return async () => {
    stopping.abort();
    await looking;
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
