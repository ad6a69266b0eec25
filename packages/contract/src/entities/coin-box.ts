import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';

/** A coin package of the sweepstake cashier (§3): purchased gold coins and free sweep coins. */
export const coinBoxSchema = z.object({
  boxId: z.string(),
  gcAmount: decimalSchema,
  scAmount: decimalSchema,
  price: decimalSchema,
  priceCurrencyCode: currencySchema,
});

export type CoinBox = z.infer<typeof coinBoxSchema>;
