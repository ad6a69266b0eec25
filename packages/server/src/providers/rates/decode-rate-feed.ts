import { currencySchema, readJsonNumber } from '@kassa/contract';
import * as z from 'zod/mini';
import { positiveRateSchema } from '../../brands/rates-config.ts';
import type { RateTable } from './cross-rate.ts';

/** Rates of a moment. */
export interface DatedRates extends RateTable {
  at: Date;
}

const feedSchema = z.object({
  base: currencySchema,
  rates: z.record(currencySchema, positiveRateSchema),
  /** When these rates were true. */
  at: z.iso.datetime({ offset: true }),
});

/**
 * Reads a feed's answer: `{"base": "EUR", "rates": {"USD": "1.08"}, "at": "2026-11-20T12:00:00Z"}`.
 * A bare number counts as its text: no float ever holds a rate.
 * @throws where anything in it is wrong: half a table is worse than the last whole one.
 */
export function decodeRateFeed(body: string): DatedRates {
  const json: unknown = JSON.parse(body, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number'
      ? (readJsonNumber(context?.source ?? '') ?? 'a number out of range')
      : value,
  );
  const parsed = feedSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.') || 'answer'}: ${issue?.message ?? 'is not valid'}`);
  }
  return { ...parsed.data, at: new Date(parsed.data.at) };
}
