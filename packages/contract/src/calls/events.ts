import * as z from 'zod/mini';
import { analyticsEventSchema, analyticsHostShape } from '../analytics.ts';
import { defineCall } from '../define-call.ts';

export const events = defineCall({
  name: 'events',
  method: 'POST',
  summary: 'Records analytics events, which the host receives too.',
  isRetried: false,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    events: z.array(analyticsEventSchema).check(z.minLength(1), z.maxLength(50)),
    ...analyticsHostShape,
    isNative: z.optional(z.boolean()),
    platform: z.optional(z.string().check(z.maxLength(20))),
  }),
  response: z.object({ accepted: z.int() }),
});
