import * as z from 'zod/mini';
import { catalogCoinBoxSchema } from '../../catalog/catalog-schema.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { loadSweepstake, type Sweepstake } from '../../money/sweepstake/load-sweepstake.ts';
import { countSold } from '../../money/sweepstake/offered-packages.ts';
import { OperatorError } from '../operator-error.ts';

/** A coin package for operators. */
export const packageSchema = z.object({
  package: catalogCoinBoxSchema,
  /** `changed`: by this API; `files`: as in the brand's files. */
  source: z.enum(['files', 'changed']),
  /** Taken off sale by this API. */
  isWithdrawn: z.boolean(),
  /** How many were paid or can still be, of a package with a stock; else null. */
  sold: z.nullable(z.int()),
});

type ShownPackage = z.infer<typeof packageSchema>;

/** @throws OperatorError act.impossible if the brand has no sweepstakes */
export async function requireSweepstake(
  core: Pick<Core, 'catalogOf'>,
  db: Db | Tx,
  brandId: string,
): Promise<Sweepstake> {
  const sweepstake = await loadSweepstake(core, db, brandId);
  if (sweepstake !== null) return sweepstake;
  throw new OperatorError('act.impossible', 'The brand has no sweepstakes in its files.');
}

/** Lists a brand's packages, those off sale included. */
export async function listAllPackages(
  core: Pick<Core, 'catalogOf' | 'db'>,
  brandId: string,
): Promise<ShownPackage[]> {
  await requireSweepstake(core, core.db, brandId);
  const changes = await core.db
    .selectFrom('package_changes')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('box_id')
    .execute();
  const { coinBoxes } = core.catalogOf(brandId);
  const ids = new Set([
    ...coinBoxes.map(({ boxId }) => boxId),
    ...changes.flatMap(({ box_id, box }) => (box === null ? [] : [box_id])),
  ]);
  return Promise.all(
    [...ids].map(async (boxId) => {
      const change = changes.find(({ box_id }) => box_id === boxId);
      const own = change?.box ?? null;
      const shown = catalogCoinBoxSchema.parse(own ?? coinBoxes.find((one) => one.boxId === boxId));
      return {
        package: shown,
        source: own === null ? ('files' as const) : ('changed' as const),
        isWithdrawn: change?.is_withdrawn ?? false,
        sold: shown.stock === undefined ? null : await countSold(core.db, { brandId }, shown),
      };
    }),
  );
}

/** The rules of a brand's sweepstakes for operators. */
export const sweepstakeSchema = z.object({
  currency: z.string(),
  playthrough: z.string(),
  excludedRegions: z.array(z.string()),
  needsAge: z.boolean(),
  needsIdentity: z.boolean(),
});

export function describeSweepstake({ boxes: _, priceLockSeconds: __, ...rules }: Sweepstake) {
  return rules;
}
