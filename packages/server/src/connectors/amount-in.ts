import * as z from 'zod/mini';
import { jsonFormat, readMoney } from '../ground/read-money.ts';

/** A check of an amount in JSON: its currency can have it. */
export function amountIn(currency: string) {
  return z.refine<string>((amount) => fits(amount, currency), tooFine);
}

/**
 * A check of an object in JSON: one of its amounts has no more decimals than its currency has. An object
 * without the amount or the currency passes.
 * @param currencies - the fields of its currency; the first that has one counts
 */
export function amountOf<Name extends string>(name: Name, ...currencies: readonly Name[]) {
  type Fields = Readonly<Partial<Record<Name, unknown>>>;
  return z.refine<Fields>(
    (fields) =>
      fits(
        fields[name],
        currencies.map((it) => fields[it]).find((it) => it != null),
      ),
    { path: [name], ...tooFine },
  );
}

const tooFine = { error: 'has more decimals than its currency' };

function fits(amount: unknown, currency: unknown): boolean {
  if (typeof amount !== 'string' || typeof currency !== 'string') return true;
  return 'amount' in readMoney(amount, currency, jsonFormat);
}
