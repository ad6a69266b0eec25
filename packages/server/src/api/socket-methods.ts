import type { Core } from '../core/core.ts';
import { repeatUntil } from '../ground/repeat-until.ts';
import type { KassaServer } from './socket-types.ts';

/** More than a page takes from its list, which is loaded first, to its socket. */
const pushOnConnectMs = 30_000;

/** Tells widgets that their brand offers other methods. */
export interface OfferPushes {
  push: (brandId: string) => void;
  /** The brands whose widgets were told since the last check of the switches. */
  pushed: Set<string>;
}

/**
 * Builds the pushes of `methods.changed` to this process's widgets. A widget that connects soon
 * after one gets it too: its list may have been loaded before.
 */
export function buildOfferPushes(io: KassaServer): OfferPushes {
  const pushedAt = new Map<string, number>();
  const pushed = new Set<string>();
  io.on('connection', (socket) => {
    const at = pushedAt.get(socket.data.caller.brandId);
    if (at !== undefined && performance.now() - at < pushOnConnectMs)
      socket.emit('methods.changed');
  });
  return {
    push: (brandId) => {
      pushedAt.set(brandId, performance.now());
      pushed.add(brandId);
      io.to(brandId).emit('methods.changed');
    },
    pushed,
  };
}

/**
 * Pushes `methods.changed` to this process's widgets for switches that were not pushed here: those
 * made in another process, and those that end by time. Returns a function that stops it.
 */
export function watchMethodSwitches(
  io: KassaServer,
  core: Pick<Core, 'db' | 'now' | 'log'>,
  offers: OfferPushes,
  lookAgainMs: number,
): () => Promise<void> {
  /** The switches of each brand at the last check. */
  let seen = new Map<string, string>();
  const poll = async () => {
    const brandIds = new Set(
      [...io.of('/').sockets.values()].map(({ data }) => data.caller.brandId),
    );
    const pushed = new Set(offers.pushed);
    offers.pushed.clear();
    const found = await loadSwitched(core, [...brandIds]);
    for (const [brandId, switches] of found) {
      if (!seen.has(brandId) || seen.get(brandId) === switches || pushed.has(brandId)) continue;
      offers.push(brandId);
      // The check included those switches; a later one is a new change.
      offers.pushed.delete(brandId);
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
