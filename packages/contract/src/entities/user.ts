import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { moneySchema } from '../money.ts';

export const accountTypes = ['main', 'additional'] as const;

export type AccountType = (typeof accountTypes)[number];

/** The signed-in player, as far as the widget needs it (§3 User; design §4). */
export const userSchema = z.object({
  id: z.string(),
  currency: currencySchema,
  country: countrySchema,
  /** Passed through for hosts, which define its meaning (§6). */
  role: z.optional(z.number()),
  /** The account in use; the main one by default (§2 "Account types"). */
  accountType: z.optional(z.enum(accountTypes)),
  balanceData: z.object({ primary: moneySchema }),
});

export type User = z.infer<typeof userSchema>;
