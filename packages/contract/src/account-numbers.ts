import type { AccountNumberKind } from './account-number-kinds.ts';
import { toUpperAscii } from './capitals.ts';
import { holdsLuhn } from './luhn.ts';

/**
 * The length of a country's IBAN, from the registry of ISO 13616 (SWIFT, release 99). A country that
 * isn't there has no IBAN.
 */
const ibanLengths =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18' +
  'FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20' +
  'LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24' +
  'SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30';

/** The check of each kind, over the number as the player typed it without spaces and dashes. */
const checks: Readonly<Record<AccountNumberKind, (text: string) => boolean>> = {
  /** The rest modulo 97 is 1, with the letters as numbers from 10 on; the check digits are 02 to 98. */
  iban: (text) =>
    /^[A-Z]{2}(?!0[01]|99)\d{2}[A-Z\d]+$/.test(text) &&
    ibanLengths.includes(`${text.slice(0, 2)}${text.length}`) &&
    modulo97(text) === 1,
  nuban: (text) => /^\d{10}$/.test(text),
  /** Asociación de Bancos de México: bank, city and account. */
  clabe: (text) => /^\d{18}$/.test(text) && holdsWeights(text, '371371371371371371'),
  /** Banco Central de la República Argentina: bank and branch, then the account. */
  cbu: (text) =>
    /^\d{22}$/.test(text) &&
    holdsWeights(text.slice(0, 8), '71397131') &&
    holdsWeights(text.slice(8), '39713971397131'),
  /** Cámara de Compensación Electrónica: both check digits, of the bank's office and of the account. */
  cci: (text) =>
    /^\d{20}$/.test(text) &&
    holdsLuhn(text.slice(0, 6) + text.slice(18, 19)) &&
    holdsLuhn(text.slice(6, 18) + text.slice(19)),
};

/**
 * Whether an account number has the form and the check digits of its kind. Spaces and dashes are
 * ignored, and so is the case of its letters, which are A to Z.
 */
export function holdsAccountNumber(kind: AccountNumberKind, text: string): boolean {
  return checks[kind](toUpperAscii(text.replace(/[\s\p{Pd}]/gu, '')));
}

/**
 * Whether a Nigerian account number is one of the bank's (CBN, standard on bank account numbers). The
 * check digit is weighed with the bank's code of three digits. Banks with a longer code number their
 * accounts by the phone, so that any ten digits may be right.
 */
export function holdsNuban(bank: string, account: string): boolean {
  if (!/^\d{3}$/.test(bank)) return checks.nuban(account);
  return checks.nuban(account) && holdsWeights(bank + account, '3733733733731');
}

/** Whether the digits, each times its weight, add up to a multiple of 10. */
function holdsWeights(digits: string, weights: string): boolean {
  return (
    [...digits].reduce((sum, digit, at) => sum + Number(digit) * Number(weights[at]), 0) % 10 === 0
  );
}

function modulo97(iban: string): number {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}
