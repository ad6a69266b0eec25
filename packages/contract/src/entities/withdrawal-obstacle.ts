import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';

/** Why a player can't withdraw anything now. */
export const withdrawalObstacleSchema = z.discriminatedUnion('kind', [
  /** The operator pays only players whose identity is verified. */
  z.object({ kind: z.literal('unverified') }),
  /** The balance is below the lowest minimum of all methods. */
  z.object({ kind: z.literal('belowMinimum'), min: decimalSchema, currency: currencySchema }),
  /** So much has still to be wagered. */
  z.object({ kind: z.literal('turnover'), missing: decimalSchema, currency: currencySchema }),
]);

export type WithdrawalObstacle = z.infer<typeof withdrawalObstacleSchema>;
