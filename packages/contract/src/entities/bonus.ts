import * as z from 'zod/mini';
import { accountCurrencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';

/** A host may send a number as a number or as a string. */
const numberSchema = z.pipe(
  z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
  z.number(),
);
const amountSchema = z.pipe(
  z.pipe(z.union([z.number(), z.string()]), z.transform(String)),
  decimalSchema,
);

/**
 * What becomes of an accrued bonus if the player withdraws before its wagering is done: the
 * withdrawal forfeits it, or leaves it. A bonus without wagering always stays.
 */
export const bonusOnWithdrawalSchema = z.enum(['forfeited', 'sticky']);

/** A bonus that the host offers the player (§3). */
export const bonusSchema = z.object({
  id: z.string(),
  type: z.enum(['freespin', 'deposit']),
  currency: accountCurrencySchema,
  /** When it expires: an ISO 8601 time. */
  mustAccruedBefore: z
    .string()
    .check(
      z.refine(
        (text) => !Number.isNaN(Date.parse(text)),
        'must be a time such as "2026-11-30T12:00:00Z"',
      ),
    ),
  content: z.object({ title: z.string(), subtitle: z.optional(z.string()) }),
  /** Beyond §3: `forfeited` if the host leaves it out, as in Kassa's own offers. */
  onWithdrawal: z.optional(bonusOnWithdrawalSchema),
  depositBonusData: z.optional(
    z.object({
      minDeposit: amountSchema,
      maxBonusAmount: z.optional(amountSchema),
      percent: z.optional(numberSchema),
      payoutMultiplier: z.optional(numberSchema),
      wagerMultiplier: z.optional(numberSchema),
    }),
  ),
  freespinBonusData: z.optional(
    z.object({
      minDeposit: amountSchema,
      maxSpinWin: z.optional(amountSchema),
      payoutMultiplier: z.optional(numberSchema),
      wagerMultiplier: z.optional(numberSchema),
      count: z.optional(numberSchema),
      gamesContent: z.optional(z.array(z.object({ nameEn: z.string() }))),
    }),
  ),
});

export type Bonus = z.infer<typeof bonusSchema>;
