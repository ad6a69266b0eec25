import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { oneTimeCodeSchema } from '../one-time-code.ts';

export const depositPageCode = defineCall({
  name: 'deposit-page-code',
  method: 'POST',
  summary:
    "Returns a code that opens the provider's page of a deposit once, in a browser without a token.",
  isRetried: true,
  isCreating: false,
  cost: 'expensive',
  request: z.object({ depositId: z.string().check(z.maxLength(64)) }),
  response: z.object({ code: oneTimeCodeSchema }),
});
