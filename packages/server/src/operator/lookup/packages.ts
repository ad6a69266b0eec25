import * as z from 'zod/mini';
import { type CatalogCoinBox, catalogCoinBoxSchema } from '../../catalog/catalog-schema.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { loadSweepstake, type Sweepstake } from '../../money/sweepstake/load-sweepstake.ts';
import { countSold } from '../../money/sweepstake/offered-packages.ts';
import { OperatorError } from '../operator-error.ts';

const { boxId: _, ...termsShape } = catalogCoinBoxSchema.shape;

/** A coin package for operators. */
export const packageSchema = z.object({
  /** Its id. */
  package: z.string(),
  ...termsShape,
  /** `changed`: by this API; `files`: as in the brand's files. */
  source: z.enum(['files', 'changed']),
  /** Whether it is on sale now, in its countries, and why not. `withdrawn`: by this API. */
  state: z.enum(['onSale', 'withdrawn', 'notStarted', 'over', 'soldOut', 'otherCurrency']),
  /** How many were paid or can still be; the count ends at the stock, else at 10000. */
  sold: z.int(),
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
  core: Pick<Core, 'catalogOf' | 'db' | 'now'>,
  brandId: string,
): Promise<ShownPackage[]> {
  const { currency } = await requireSweepstake(core, core.db, brandId);
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
    [...ids].map(async (id): Promise<ShownPackage> => {
      const change = changes.find(({ box_id }) => box_id === id);
      const own = change?.box ?? null;
      const box = catalogCoinBoxSchema.parse(own ?? coinBoxes.find(({ boxId }) => boxId === id));
      const sold = await countSold(core.db, { brandId }, { stock: mostCounted, ...box });
      const { boxId, ...terms } = box;
      const isWithdrawn = change?.is_withdrawn === true;
      return {
        package: boxId,
        ...terms,
        source: own === null ? 'files' : 'changed',
        state: isWithdrawn ? 'withdrawn' : resolveState(box, { currency, sold, now: core.now() }),
        sold,
      };
    }),
  );
}

const mostCounted = 10_000;

function resolveState(
  { priceCurrencyCode, startsAt, endsAt, stock }: CatalogCoinBox,
  { currency, sold, now }: { currency: string; sold: number; now: Date },
): ShownPackage['state'] {
  if (priceCurrencyCode !== currency) return 'otherCurrency';
  if (startsAt !== undefined && new Date(startsAt) > now) return 'notStarted';
  if (endsAt !== undefined && new Date(endsAt) <= now) return 'over';
  return stock !== undefined && sold >= stock ? 'soldOut' : 'onSale';
}

/** The rules of a brand's sweepstakes for operators. */
export const sweepstakeSchema = z.object({
  currency: z.string(),
  playthrough: z.string(),
  excludedRegions: z.array(z.string()),
  needsAge: z.boolean(),
  needsIdentity: z.boolean(),
  priceLockSeconds: z.int(),
});

export function describeSweepstake({ boxes: _, ...rules }: Sweepstake) {
  return rules;
}
