import { holdsAccountNumber, toUpperAscii } from '@kassa/contract';
import { ibanCheckDigits } from '../../money/requisites/resolve-payee.ts';

/**
 * Reads the account that a message is of (`:25:`): an IBAN or another number, perhaps with the bank's
 * code before it (`37040044/0532013000`, `BANKDEFF/…`), or the currency behind it. The German form of
 * bank code and number is the IBAN that it makes.
 */
export function readOwnAccount(text: string | null, currency: string): string | null {
  const [first = ''] = (text ?? '').split('\n', 1);
  const plain = toUpperAscii(first.replaceAll(/\s/g, ''));
  const whole = plain.replace(/^\//, '');
  const behind = whole.endsWith(currency) ? whole.slice(0, -currency.length) : whole;
  const number = /^[\d/]+$/.test(behind) || isIban(behind) ? behind : whole;
  const [, bank, own] = /^(\d{8})\/(\d{1,10})$/.exec(number) ?? [];
  if (bank !== undefined && own !== undefined) return makeIban('DE', bank + own.padStart(10, '0'));
  const [, iban] = /^[A-Z0-9]{8,11}\/(.+)$/.exec(number) ?? [];
  if (iban !== undefined && isIban(iban)) return iban;
  return number === '' ? null : number;
}

const isIban = (text: string) => holdsAccountNumber('iban', text);

const makeIban = (country: string, own: string) =>
  `${country}${ibanCheckDigits(country, own)}${own}`;
