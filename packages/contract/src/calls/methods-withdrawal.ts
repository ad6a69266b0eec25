import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { forfeitedBonusSchema } from '../entities/forfeited-bonus.ts';
import { paymentGroupSchema, paymentMethodSchema } from '../entities/payment-method.ts';
import { playerBlockSchema } from '../entities/player-block.ts';
import { withdrawalObstacleSchema } from '../entities/withdrawal-obstacle.ts';

export const methodsWithdrawal = defineCall({
  name: 'methods-withdrawal',
  method: 'GET',
  summary: 'Returns the withdrawal methods offered to the player, with their groups.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    country: z.optional(countrySchema),
    currency: z.optional(currencySchema),
  }),
  response: z.object({
    country: countrySchema,
    currency: currencySchema,
    methods: z.array(paymentMethodSchema),
    groups: z.array(paymentGroupSchema),
    /** The name of the method that pays the player's last paid deposit back. */
    wayBack: z.optional(z.string()),
    /** Why the player can't use any of them now. */
    block: z.optional(playerBlockSchema),
    /** Why no withdrawal of any amount is possible now, besides a block. */
    obstacle: z.optional(withdrawalObstacleSchema),
    /** The bonuses that a withdrawal of any amount forfeits now. */
    forfeitedBonuses: z.optional(z.array(forfeitedBonusSchema)),
  }),
});
