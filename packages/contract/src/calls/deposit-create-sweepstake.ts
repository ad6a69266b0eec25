import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { coinsSchema } from '../entities/coins.ts';
import { depositCreate } from './deposit-create.ts';

/**
 * Buys a coin package (§7). `amount` and `currency` are the price that the player saw, also where it
 * is paid in a coin; another price is refused with `package.changed`.
 */
export const depositCreateSweepstake = defineCall({
  name: 'deposit-create-sweepstake',
  method: 'POST',
  summary: "Creates the deposit that pays for a coin package and returns the player's next step.",
  isRetried: true,
  isCreating: true,
  cost: 'expensive',
  request: z.extend(depositCreate.request, {
    /** The package (`sweepstake-boxes`). */
    boxId: z.string().check(z.minLength(1), z.maxLength(64)),
    /** The coins that the player saw. If the package has fewer, it is refused like another price. */
    coins: z.optional(coinsSchema),
  }),
  response: depositCreate.response,
});
