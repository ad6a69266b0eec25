import {
  CallError,
  type CallRequest,
  type CallResponse,
  compareDecimals,
  convertMoney,
  type Decimal,
  type Money,
} from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';

/**
 * Converts a requested amount into the currency of the player's account, which will be credited and
 * in which limits count. Another currency needs a rate.
 * @throws CallError currency.unsupported
 */
export async function convertToAccount(
  core: Core,
  caller: Caller,
  { amount, currency }: Money,
): Promise<Decimal> {
  // The validation of amounts rejects zero and negative amounts with its own error.
  if (compareDecimals(amount, '0') <= 0) return amount;
  const found = await core.ratesOf(caller.brandId).rate(currency, caller.currency, core.now());
  const converted = found && convertMoney({ amount, currency }, found.rate, caller.currency);
  if (converted === null || compareDecimals(converted.money.amount, '0') <= 0) {
    const message = "There is no rate from this currency to that of the player's account.";
    throw new CallError('currency.unsupported', message);
  }
  return converted.money.amount;
}

/**
 * Converts an amount for a player to see; nothing is created by it. Zero without a rate (§8).
 */
export async function convertForPlayer(
  core: Core,
  caller: Caller,
  { amount, currency, toCurrency = caller.currency }: CallRequest<'payment-convert-v2'>,
): Promise<CallResponse<'payment-convert-v2'>> {
  const found = await core.ratesOf(caller.brandId).rate(currency, toCurrency, core.now());
  const rate = found?.rate ?? null;
  const { money } = convertMoney({ amount, currency }, rate ?? '0', toCurrency);
  return { ...money, rate };
}
