import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { oneTimeCodeSchema } from '../one-time-code.ts';

export const depositDeviceCode = defineCall({
  name: 'deposit-device-code',
  method: 'POST',
  summary: 'Returns a code that shows a deposit once on another device.',
  isRetried: true,
  isCreating: false,
  cost: 'expensive',
  request: z.object({ depositId: z.string().check(z.maxLength(64)) }),
  response: z.object({
    code: oneTimeCodeSchema,
    /** The validity in seconds from now on: a device's clock may be hours off. */
    validSeconds: z.number(),
  }),
});
