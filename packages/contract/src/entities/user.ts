import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { accountCurrencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';

export const accountTypes = ['main', 'additional'] as const;

export type AccountType = (typeof accountTypes)[number];

/** The signed-in player, as far as the widget needs it (§3 User; design §4). */
export const userSchema = z.object({
  id: z.string(),
  currency: accountCurrencySchema,
  country: countrySchema,
  /** Passed through for hosts, which define its meaning (§6). */
  role: z.optional(z.number()),
  /** The account in use; the main one by default (§2 "Account types"). */
  accountType: z.optional(z.enum(accountTypes)),
  balanceData: z.object({
    primary: z.object({ amount: decimalSchema, currency: accountCurrencySchema }),
  }),
});

export type User = z.infer<typeof userSchema>;
