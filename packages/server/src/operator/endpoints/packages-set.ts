import { CallError, compareDecimals, fitsCurrency } from '@kassa/contract';
import * as z from 'zod/mini';
import { type CatalogCoinBox, catalogCoinBoxSchema } from '../../catalog/catalog-schema.ts';
import { defineAct } from '../define-endpoint.ts';
import { requireSweepstake } from '../lookup/packages.ts';
import { reasonSchema } from '../request-fields.ts';

const { boxId: boxIdSchema, ...conditions } = catalogCoinBoxSchema.shape;

export const endpoint = defineAct({
  method: 'POST',
  path: '/packages/{package}',
  scope: 'methods',
  summary: 'Put a coin package on sale, or change one, at once. Orders keep their price and coins.',
  subject: { kind: 'package', field: 'package' },
  command: {
    words: 'packages set',
    arguments: ['package', 'price', 'priceCurrencyCode', 'gcAmount', 'scAmount'],
  },
  request: z.strictObject({ package: boxIdSchema, ...conditions, reason: reasonSchema }),
  response: z.object({ package: catalogCoinBoxSchema }),
  act: async (core, { tx, operator }, { package: boxId, reason: _, ...rest }) => {
    const { brandId } = operator;
    const { currency, boxes } = await requireSweepstake(core, tx, brandId);
    const box: CatalogCoinBox = { boxId, ...rest };
    requireSound(box, currency);
    const values = { box: JSON.stringify(box), is_withdrawn: false, updated_at: core.now() };
    await tx
      .insertInto('package_changes')
      .values({ brand_id: brandId, box_id: boxId, ...values })
      .onConflict((conflict) => conflict.columns(['brand_id', 'box_id']).doUpdateSet(values))
      .execute();
    const before = boxes.find((one) => one.boxId === boxId);
    return {
      response: { package: box },
      ...(before !== undefined && { before: { package: before } }),
      after: { package: box },
      afterCommit: () => core.publisher.methodsChanged(brandId),
    };
  },
});

/** The rules of the files (catalog/read/check-rules.ts). */
function requireSound(box: CatalogCoinBox, currency: string): void {
  const { price, priceCurrencyCode, gcAmount, scAmount, fullPrice, startsAt, endsAt } = box;
  const refuse = (field: string, problem: string) => {
    throw new CallError('request.invalid', `${field}: ${problem}`, { field });
  };
  if (priceCurrencyCode !== currency) refuse('priceCurrencyCode', `must be ${currency}`);
  if (compareDecimals(price, '0') <= 0 || !fitsCurrency(price, currency)) {
    refuse('price', `must be an amount of ${currency} above zero`);
  }
  if (compareDecimals(gcAmount, '0') <= 0 || !fitsCurrency(gcAmount, 'QGC')) {
    refuse('gcAmount', 'must be above zero, with two decimals at most');
  }
  if (compareDecimals(scAmount, '0') < 0 || !fitsCurrency(scAmount, 'QSC')) {
    refuse('scAmount', 'must not be below zero, with two decimals at most');
  }
  if (fullPrice !== undefined && compareDecimals(fullPrice, price) <= 0) {
    refuse('fullPrice', 'must be above the price');
  }
  if (startsAt !== undefined && endsAt !== undefined && new Date(startsAt) >= new Date(endsAt)) {
    refuse('endsAt', 'must be after the start');
  }
}
