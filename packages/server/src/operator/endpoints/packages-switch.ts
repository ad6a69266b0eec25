import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { requireSweepstake } from '../lookup/packages.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

const stateSchema = z.enum(['onSale', 'withdrawn', 'asInFiles']);

export const endpoint = defineAct({
  method: 'POST',
  path: '/packages/{package}/switch',
  scope: 'methods',
  summary: 'Take a coin package off sale, or put it on sale again, at once.',
  subject: { kind: 'package', field: 'package' },
  command: [
    {
      words: 'packages withdraw',
      summary: 'Take a coin package off sale, at once. What is ordered can still be paid.',
      arguments: ['package'],
      fixed: { state: 'withdrawn' },
    },
    {
      words: 'packages restore',
      summary: 'Put a coin package on sale again.',
      arguments: ['package'],
      fixed: { state: 'onSale' },
    },
    {
      words: 'packages reset',
      summary: "Make a coin package what the brand's files say.",
      arguments: ['package'],
      fixed: { state: 'asInFiles' },
    },
  ],
  request: z.strictObject({ package: z.string(), state: stateSchema, reason: reasonSchema }),
  response: z.object({ package: z.string(), state: stateSchema }),
  act: async (core, { tx, operator }, { package: boxId, state }) => {
    const { brandId } = operator;
    await requireSweepstake(core, tx, brandId);
    const change = await tx
      .selectFrom('package_changes')
      .select(['box', 'is_withdrawn'])
      .where('brand_id', '=', brandId)
      .where('box_id', '=', boxId)
      .forUpdate()
      .executeTakeFirst();
    const isOfFiles = core.catalogOf(brandId).coinBoxes.some((box) => box.boxId === boxId);
    if (!isOfFiles && (change?.box ?? null) === null) {
      throw new OperatorError('package.notFound', 'There is no such package.');
    }
    if (state === 'asInFiles') {
      await tx
        .deleteFrom('package_changes')
        .where('brand_id', '=', brandId)
        .where('box_id', '=', boxId)
        .execute();
    } else {
      const values = { is_withdrawn: state === 'withdrawn', updated_at: core.now() };
      await tx
        .insertInto('package_changes')
        .values({ brand_id: brandId, box_id: boxId, box: null, ...values })
        .onConflict((conflict) => conflict.columns(['brand_id', 'box_id']).doUpdateSet(values))
        .execute();
    }
    return {
      response: { package: boxId, state },
      before: { isWithdrawn: change?.is_withdrawn ?? false },
      after: { state },
      afterCommit: () => core.publisher.methodsChanged(brandId),
    };
  },
});
