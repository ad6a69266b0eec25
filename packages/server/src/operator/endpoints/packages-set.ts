import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import { type CatalogCoinBox, catalogCoinBoxSchema } from '../../catalog/catalog-schema.ts';
import { findPackageFaults } from '../../catalog/find-package-faults.ts';
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
  money: async (_, __, { package: id, price, priceCurrencyCode, gcAmount, scAmount }) => {
    const amounts = [
      { amount: price, currency: priceCurrencyCode },
      { amount: scAmount, currency: 'QSC' },
      { amount: gcAmount, currency: 'QGC' },
    ];
    return { subject: { kind: 'package', id }, amounts };
  },
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

/** Requires what is required of the files, in the currency of the brand's prices. */
function requireSound(box: CatalogCoinBox, currency: string): void {
  const isForeign = box.priceCurrencyCode !== currency;
  const [fault] = isForeign
    ? [{ field: 'priceCurrencyCode', message: `must be ${currency}` }]
    : findPackageFaults(box);
  if (fault === undefined) return;
  const { field, message } = fault;
  throw new CallError('request.invalid', `${field}: ${message}`, { field });
}
