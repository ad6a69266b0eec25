import type { Decimal } from '@kassa/contract';

/** What one unit of a currency is worth in another, and who says so. */
export interface Rate {
  rate: Decimal;
  /** Stored with each payment: `static table`, `rates.example 2026-11-20T12:00:00.000Z`. */
  source: string;
}

/** Where rates come from. It never guesses: null means that the money has to wait for a person. */
export interface RatePort {
  /** Units of `to` for one unit of `from` at that moment. Answers from memory, in no time. */
  rate: (from: string, to: string, at: Date) => Promise<Rate | null>;
}
