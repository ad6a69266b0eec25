import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { describeSweepstake, requireSweepstake, sweepstakeSchema } from '../lookup/packages.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/sweepstake',
  scope: 'read',
  summary: "Show the rules of the brand's sweepstakes as they are now.",
  command: { words: 'sweepstake show' },
  request: z.strictObject({}),
  response: sweepstakeSchema,
  read: async (core, { brandId }) =>
    describeSweepstake(await requireSweepstake(core, core.db, brandId)),
});
