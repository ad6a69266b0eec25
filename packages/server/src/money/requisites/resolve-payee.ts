import { holdsAccountNumber, holdsLuhn, isVpa, type Payee, toUpperAscii } from '@kassa/contract';
import type { RequisiteKind } from '../../ground/database/tables/requisites.ts';

/** An account as its owner writes it down. */
export interface PayeeDetails {
  kind: RequisiteKind;
  country: string;
  /** A card's or account's number, an IBAN, a phone with its country's prefix, a wallet or a VPA. */
  number: string;
  holder?: string | undefined;
  bank?: string | undefined;
  bankCode?: string | undefined;
}

/** A detail that can't be right, and why; the message contains nothing of its value. */
export interface PayeeProblem {
  field: 'number';
  message: string;
}

/** Decides which part of the payee the number is, and checks its form and check digits. */
export function resolvePayee({
  kind,
  country,
  number,
  holder,
  bank,
  bankCode,
}: PayeeDetails): { payee: Payee } | { problem: PayeeProblem } {
  const part = resolvers[kind](number.trim());
  if (typeof part === 'string') return { problem: { field: 'number', message: part } };
  const payee = {
    ...part,
    country_code: country,
    ...(holder !== undefined && { fullName: holder }),
    ...(bank !== undefined && { bank_name: bank }),
    ...(bankCode !== undefined && { bank_code: bankCode }),
  };
  return { payee };
}

/** Return the part of the payee that a number is, or what is wrong with it. */
const resolvers: Record<RequisiteKind, (number: string) => Payee | string> = {
  card: (number) => {
    const digits = compact(number);
    if (!/^\d{12,19}$/.test(digits)) return 'must have 12 to 19 digits';
    return holdsLuhn(digits) ? { number: digits } : 'has a wrong check digit';
  },
  bankAccount: (number) => {
    const text = toUpperAscii(compact(number));
    // An IBAN is known by its country and its check digits (ISO 13616).
    if (/^[A-Z]{2}\d{2}/.test(text)) {
      return holdsAccountNumber('iban', text)
        ? { iban: text }
        : 'is no IBAN, or has wrong check digits';
    }
    if (!/^[A-Z0-9]{6,34}$/.test(text)) return 'must have 6 to 34 digits or letters';
    return { account_number: text };
  },
  wallet: (number) => {
    if (number.startsWith('+')) {
      const phone = number.replace(/[\s()./\p{Pd}]/gu, '');
      return /^\+[1-9]\d{6,14}$/.test(phone) ? { phone } : 'must be a phone such as +998901234567';
    }
    return /^[\w.@-]{6,64}$/.test(number)
      ? { account_number: number }
      : 'must be a phone with its prefix, or a wallet of 6 to 64 letters and digits';
  },
  vpa: (number) => (isVpa(number) ? { vpa: number } : 'must be a VPA such as name@bank'),
};

function compact(number: string): string {
  return number.replace(/[\s\p{Pd}]/gu, '');
}

/** Returns the check digits of an IBAN for its country and the part after them. */
export function ibanCheckDigits(country: string, rest: string): string {
  return String(98 - ibanRemainder(`${country}00${rest}`)).padStart(2, '0');
}

function ibanRemainder(iban: string): number {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  return [...moved].reduce((rest, mark) => {
    const value = Number.parseInt(mark, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
}
