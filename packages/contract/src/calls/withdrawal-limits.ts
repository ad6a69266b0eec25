import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { forfeitedBonusSchema } from '../entities/forfeited-bonus.ts';
import { limitsRequestSchema } from '../entities/limits-request.ts';
import { payableSchema } from '../entities/payable.ts';

/** Beyond §7 (design §4): the counterpart of `deposit-limits` for withdrawals. */
export const withdrawalLimits = defineCall({
  name: 'withdrawal-limits',
  method: 'POST',
  summary:
    'Returns the lowest and highest amount that the player may withdraw with a method, the limit that applies, and the bonuses that a withdrawal forfeits.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: limitsRequestSchema,
  response: z.extend(payableSchema, {
    /**
     * The bonuses that a withdrawal of any amount forfeits now, because their wagering isn't done;
     * for the player to read before they confirm. A withdrawal that is canceled, rejected or fails
     * later doesn't bring them back.
     */
    forfeitedBonuses: z.array(forfeitedBonusSchema),
  }),
});
