import * as z from 'zod/mini';
import { decimalSchema } from '../money.ts';

/** The coins of a package, or of what was given or taken back at once. */
export const coinsSchema = z.object({ gcAmount: decimalSchema, scAmount: decimalSchema });

export type Coins = z.infer<typeof coinsSchema>;
