import { type Payee, toLatinDigits, toUpperAscii } from '@kassa/contract';
import { normalizeNumber, type Vault } from './vault.ts';

/** The parts of a payee by which a bank names the account, the most exact first. */
const numberParts = ['iban', 'number', 'account_number', 'bank_account', 'vpa', 'phone'] as const;

/** Returns the number of a payee's account; null if it has none. */
export function numberOf(payee: Payee): string | null {
  const part = numberParts.find((name) => payee[name] !== undefined);
  return part === undefined ? null : (payee[part] ?? null);
}

/** The same for all brands, so that no account serves two. */
const scope = { brandId: '', kind: 'requisite number' };

/** Returns the digest under which an account's number is stored ({@link toNumberForm}). */
export function digestOfAccount(vault: Vault, number: string): string {
  return vault.blindIndex(scope, toIndexed(number));
}

/**
 * Returns the digests under which an account's row may be stored, under every key of the ring: also
 * those of a phone that is dialled otherwise, and those of earlier releases. An account found by them
 * is this one if {@link isSameAccount} says so.
 */
export function digestsOfAccount(vault: Vault, number: string): string[] {
  const form = toNumberForm(number);
  const dialled = form.startsWith('+') ? form.replace('+', '00') : form.replace(/^00/, '+');
  const spellings = new Set([toIndexed(number), number, dialled]);
  return [...spellings].flatMap((spelling) => vault.blindIndexes(scope, spelling));
}

/**
 * Whether two texts are the number of one account. A phone may be dialled with `00` in the place of
 * its plus, while a bank's numbers may begin so: `isBank` says that it is one of a bank.
 */
export function isSameAccount(one: string, other: string, isBank: boolean): boolean {
  const [left, right] = [one, other].map((number) => {
    const form = toNumberForm(number);
    return isBank ? form : form.replace(/^00/, '+');
  });
  return left === right && left !== '';
}

/**
 * Returns the one form of an account's number: without spaces and dashes, in capitals. In an address
 * with `@` dashes count: `a-b@bank` isn't `ab@bank`. A letter such as `ı` or `ﬁ` stays, so that what
 * is no number equals none.
 */
export function toNumberForm(number: string): string {
  const form = toUpperAscii(toLatinDigits(number.replace(/[\s\p{Cf}]/gu, '')));
  return form.includes('@') ? form : form.replace(/\p{Pd}/gu, '');
}

/** Whether a number is masked, as in `XXX1234`: it may be that of several accounts. */
export const isMasked = (number: string) => /X{3}/.test(normalizeNumber(number));

/** Whether a normalized number has the form of an IBAN; its check digits may be wrong. */
export const hasIbanForm = (number: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number);

/**
 * The vault leaves dashes out and writes other letters as Latin ones. Those that count become other
 * characters.
 */
const toIndexed = (number: string) =>
  toNumberForm(number)
    .replace(/\p{Pd}/gu, '~')
    .replace(/[^ -~]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`);
