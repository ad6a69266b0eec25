import * as z from 'zod/mini';
import { instantSchema } from '../instants.ts';

/** One thing that happened to a deposit or withdrawal. */
export const entrySchema = z.object({
  at: instantSchema,
  kind: z.enum([
    'transition',
    'payment',
    'reversal',
    'transfer',
    'wallet',
    'notification',
    'webhook',
    'act',
  ]),
  /** In words. */
  text: z.string(),
  /** The id of the row that says so: a payment's, a transfer's, a delivery's … */
  id: z.string(),
});

export type Entry = z.infer<typeof entrySchema>;

/** One story out of many sources, first things first. */
export function sortEntries(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((left, right) => left.at.localeCompare(right.at));
}
