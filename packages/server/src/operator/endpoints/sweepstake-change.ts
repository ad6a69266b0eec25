import { CallError, compareDecimals, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { findUnknownRegions } from '../../catalog/find-package-faults.ts';
import { defineAct } from '../define-endpoint.ts';
import { describeSweepstake, requireSweepstake, sweepstakeSchema } from '../lookup/packages.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/sweepstake',
  scope: 'methods',
  summary:
    'Change the rules of sweepstakes at once. Coins that were given before keep their playthrough.',
  command: { words: 'sweepstake change' },
  request: z.strictObject({
    playthrough: z.optional(
      z
        .nullable(decimalSchema)
        .check(
          z.describe(
            "how often sweep coins are played first; null, or none as text, for what the brand's files say",
          ),
        ),
    ),
    excludedRegions: z.optional(
      z
        .nullable(
          z.array(
            z
              .string()
              .check(z.regex(/^[a-z]{2}(-[a-z0-9]{1,3})?$/, 'must be like "gb" or "us-wa"')),
          ),
        )
        .check(
          z.describe(
            "countries and regions that take no part; null, or none as text, for what the brand's files say",
          ),
        ),
    ),
    reason: reasonSchema,
  }),
  response: sweepstakeSchema,
  act: async (core, { tx, operator }, { playthrough, excludedRegions }) => {
    const { brandId } = operator;
    const before = await requireSweepstake(core, tx, brandId);
    if (playthrough != null && compareDecimals(playthrough, '0') < 0) {
      const message = 'playthrough: must not be negative';
      throw new CallError('request.invalid', message, { field: 'playthrough' });
    }
    const [unknown] = findUnknownRegions(excludedRegions ?? []);
    if (unknown !== undefined) {
      const message = `excludedRegions: "${unknown}" is in no country`;
      throw new CallError('request.invalid', message, { field: 'excludedRegions' });
    }
    const values = {
      ...(playthrough !== undefined && { playthrough }),
      ...(excludedRegions !== undefined && {
        excluded_regions: excludedRegions && JSON.stringify(excludedRegions),
      }),
      updated_at: core.now(),
    };
    await tx
      .insertInto('sweepstake_changes')
      .values({ brand_id: brandId, playthrough: null, excluded_regions: null, ...values })
      .onConflict((conflict) => conflict.column('brand_id').doUpdateSet(values))
      .execute();
    const after = describeSweepstake(await requireSweepstake(core, tx, brandId));
    return {
      response: after,
      subject: { kind: 'sweepstake', id: brandId },
      before: describeSweepstake(before),
      after,
      afterCommit: () => core.publisher.methodsChanged(brandId),
    };
  },
});
