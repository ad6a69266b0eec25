import { currencySchema } from '@kassa/contract';
import * as z from 'zod/mini';

/** Which of a player's limits is meant. */
export const limitFields = {
  transaction: z.enum(['deposit', 'withdrawal']),
  period: z.enum(['day', 'week', 'month']).check(z.describe('the last 24 hours, 7 or 30 days')),
  source: z._default(
    z
      .enum(['operator', 'player'])
      .check(z.describe('whose wish it is; each has a limit of its own')),
    'operator',
  ),
  currency: currencySchema,
};
