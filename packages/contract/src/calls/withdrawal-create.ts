import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { withdrawalSchema } from '../entities/withdrawal.ts';
import { withdrawalOrderShape } from '../entities/withdrawal-order.ts';
import { moneySchema } from '../money.ts';

export const withdrawalCreate = defineCall({
  name: 'withdrawal-create',
  method: 'POST',
  summary:
    'Requests a withdrawal: the money is held at once and paid out after approval. It forfeits the bonuses that withdrawal-limits lists.',
  isRetried: true,
  isCreating: true,
  cost: 'expensive',
  request: z.object({
    ...withdrawalOrderShape,
    /**
     * What the player was told that arrives. If less would, nothing is created (`quote.changed`).
     */
    expected: z.optional(moneySchema),
    /** The `rateLock` of the quote: within its time its rate counts, later the present one. */
    rateLock: z.optional(z.string().check(z.maxLength(512))),
    /**
     * The ids of the bonuses that the player agreed to lose. If another one would be forfeited,
     * nothing is created (`quote.changed`). Without it, whatever is there is forfeited.
     */
    forfeitedBonusIds: z.optional(
      z.array(z.string().check(z.maxLength(64))).check(z.maxLength(1000)),
    ),
    /**
     * The holder whom the quote named with `isHolderAsked`, and whom the player confirmed. Without it,
     * or for another one, nothing is created (`holder.unconfirmed`).
     */
    confirmedHolder: z.optional(z.string().check(z.maxLength(200))),
    /** The code of `withdrawal-code`, where the quote says `needsCode`. */
    code: z.optional(z.string().check(z.maxLength(16))),
  }),
  response: withdrawalSchema,
});
