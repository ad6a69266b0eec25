import type { Decimal } from '@kassa/contract';

/** The value of one unit of a currency in another, and its source. */
export interface Rate {
  rate: Decimal;
  /** Stored with each receipt: `static table`, `rates.example 2026-11-20T12:00:00.000Z`. */
  source: string;
}

/**
 * A source of exchange rates. It never guesses: null means that the receipt is parked for a person.
 */
export interface RatePort {
  /** Units of `to` for one unit of `from` at a time. Returns at once, from memory. */
  rate: (from: string, to: string, at: Date) => Promise<Rate | null>;
}
