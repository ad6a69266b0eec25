import { CallError, type SweepstakeObstacle } from '@kassa/contract';
import {
  type CatalogCoinBox,
  catalogCoinBoxSchema,
  type SweepstakeSettings,
} from '../../catalog/catalog-schema.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';

/** A brand's sweepstakes as they are now: the files' rules and packages with the operator's changes. */
export interface Sweepstake extends SweepstakeSettings {
  /** All packages that are on sale, in the order of the list. */
  boxes: readonly CatalogCoinBox[];
}

/** Loads a brand's sweepstakes; null if it has none. */
export async function loadSweepstake(
  core: Pick<Core, 'catalogOf'>,
  db: Db | Tx,
  brandId: string,
): Promise<Sweepstake | null> {
  const { sweepstake, coinBoxes } = core.catalogOf(brandId);
  if (sweepstake === undefined) return null;
  const [rules, changes] = await Promise.all([
    db
      .selectFrom('sweepstake_changes')
      .select(['playthrough', 'excluded_regions'])
      .where('brand_id', '=', brandId)
      .executeTakeFirst(),
    db
      .selectFrom('package_changes')
      .select(['box_id', 'box', 'is_withdrawn'])
      .where('brand_id', '=', brandId)
      .orderBy('box_id')
      .execute(),
  ]);
  const changed = new Map(changes.map((change) => [change.box_id, change]));
  const read = (box: unknown) => catalogCoinBoxSchema.parse(box);
  const known = coinBoxes.map((box) => {
    const own = changed.get(box.boxId)?.box ?? null;
    return own === null ? box : read(own);
  });
  const ofFiles = new Set(coinBoxes.map(({ boxId }) => boxId));
  const added = changes.flatMap(({ box_id, box }) =>
    box === null || ofFiles.has(box_id) ? [] : [read(box)],
  );
  return {
    ...sweepstake,
    playthrough: rules?.playthrough ?? sweepstake.playthrough,
    excludedRegions: rules?.excluded_regions ?? sweepstake.excludedRegions,
    // An operator's package may be older than the currency of the files.
    boxes: [...known, ...added].filter(
      ({ boxId, priceCurrencyCode }) =>
        changed.get(boxId)?.is_withdrawn !== true && priceCurrencyCode === sweepstake.currency,
    ),
  };
}

/**
 * Returns why a player takes no part in sweepstakes; null if they do. Where a country has excluded
 * regions, a player without a region takes no part either.
 */
export function findSweepstakeObstacle(
  { excludedRegions, needsAge }: Pick<SweepstakeSettings, 'excludedRegions' | 'needsAge'>,
  { country, region, isOfAge }: Pick<Caller, 'country' | 'region' | 'isOfAge'>,
): SweepstakeObstacle | null {
  if (excludedRegions.includes(country)) return 'region';
  if (region !== null && excludedRegions.includes(region)) return 'region';
  const hasRegions = excludedRegions.some((excluded) => excluded.startsWith(`${country}-`));
  if (hasRegions && region?.startsWith(`${country}-`) !== true) return 'regionUnknown';
  return needsAge && !isOfAge ? 'age' : null;
}

/**
 * Requires a player to take part in sweepstakes.
 * @throws CallError sweepstake.excluded, sweepstake.underage
 */
export function requireTakesPart(
  settings: Pick<SweepstakeSettings, 'excludedRegions' | 'needsAge'>,
  player: Pick<Caller, 'country' | 'region' | 'isOfAge'>,
): void {
  const obstacle = findSweepstakeObstacle(settings, player);
  if (obstacle === null) return;
  if (obstacle === 'age') {
    const message = "The player's token doesn't state that the player is old enough.";
    throw new CallError('sweepstake.underage', message);
  }
  const message = "Sweepstakes aren't offered in the player's region.";
  throw new CallError('sweepstake.excluded', message, { reason: obstacle });
}
