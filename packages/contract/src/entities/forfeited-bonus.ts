import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';

/** A bonus that a withdrawal forfeits. */
export const forfeitedBonusSchema = z.object({
  bonusId: z.string(),
  title: z.string(),
  /** What is left of the bonus and would be revoked; `0` for free spins. */
  amount: decimalSchema,
  currency: currencySchema,
  /** The number of free spins; null for a deposit bonus. */
  spins: z.nullable(z.int()),
});

export type ForfeitedBonus = z.infer<typeof forfeitedBonusSchema>;
