import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { coinBoxOnWireSchema, sweepstakeObstacles } from '../entities/coin-box.ts';

export const sweepstakeBoxes = defineCall({
  name: 'sweepstake-boxes',
  method: 'POST',
  summary: 'Returns the coin packages that the player can buy now.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: z.object({
    boxes: z.array(coinBoxOnWireSchema),
    /** Why there are none for the player, whatever is on offer. */
    obstacle: z.optional(z.enum(sweepstakeObstacles)),
  }),
});
