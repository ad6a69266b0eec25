import {
  CallError,
  compareDecimals,
  convertMoney,
  type Decimal,
  type Money,
} from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';

/**
 * What is asked for, in the currency of the player's account, which is what will be credited: limits
 * are counted in it. Another currency is taken only while there is a rate.
 * @throws CallError currency.unsupported
 */
export async function convertToAccount(
  core: Core,
  caller: Caller,
  { amount, currency }: Money,
): Promise<Decimal> {
  // What nobody can pay is refused in its own words by whoever judges amounts.
  if (compareDecimals(amount, '0') <= 0) return amount;
  const found = await core.ratesOf(caller.brandId).rate(currency, caller.currency, core.now());
  const converted = found && convertMoney({ amount, currency }, found.rate, caller.currency);
  if (converted === null || compareDecimals(converted.money.amount, '0') <= 0) {
    const message = "The currency can't be changed into that of the player's account.";
    throw new CallError('currency.unsupported', message);
  }
  return converted.money.amount;
}
