import { hasIbanForm } from '../../ground/encryption/account-digest.ts';

/**
 * Reads the account that a message is of (`:25:`): an IBAN or another number, perhaps with the bank's
 * code before it (`37040044/0532013000`, `BANKDEFF/…`), or the currency behind it. The German form of
 * bank code and number is the IBAN that it makes.
 */
export function readOwnAccount(text: string | null, currency: string): string | null {
  const plain = (text ?? '').split('\n', 1)[0]?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  const whole = plain.replace(/^\//, '');
  const behind = whole.endsWith(currency) ? whole.slice(0, -currency.length) : whole;
  const number = /^[\d/]+$/.test(behind) || isIban(behind) ? behind : whole;
  const [, bank, own] = /^(\d{8})\/(\d{1,10})$/.exec(number) ?? [];
  if (bank !== undefined && own !== undefined) return makeIban('DE', bank + own.padStart(10, '0'));
  const [, iban] = /^[A-Z0-9]{8,11}\/(.+)$/.exec(number) ?? [];
  if (iban !== undefined && isIban(iban)) return iban;
  return number === '' ? null : number;
}

/** Whether a text is an IBAN with right check digits (ISO 13616). */
const isIban = (text: string): boolean =>
  hasIbanForm(text) && remainderOf(text.slice(4) + text.slice(0, 4)) === 1;

function makeIban(country: string, own: string): string {
  const check = 98 - remainderOf(`${own}${country}00`);
  return `${country}${String(check).padStart(2, '0')}${own}`;
}

/** The remainder of ISO 7064: letters are the numbers from 10. */
function remainderOf(text: string): number {
  const digits = [...text].map((it) => Number.parseInt(it, 36).toString()).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}
