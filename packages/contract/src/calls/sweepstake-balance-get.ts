import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { decimalSchema } from '../money.ts';

export const sweepstakeBalanceGet = defineCall({
  name: 'sweepstake-balance-get',
  method: 'POST',
  summary: "Returns the player's sweep coins (`QSC`) and gold coins (`QGC`).",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: z.array(z.object({ currency: z.enum(['QSC', 'QGC']), balance: decimalSchema })),
});
