import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { coinBoxOnWireSchema } from '../entities/coin-box.ts';

export const sweepstakeBoxes = defineCall({
  name: 'sweepstake-boxes',
  method: 'POST',
  summary: 'Returns the coin packages on offer.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: z.object({ boxes: z.array(coinBoxOnWireSchema) }),
});
