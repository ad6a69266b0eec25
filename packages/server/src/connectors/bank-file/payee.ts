import { holdsAccountNumber, toUpperAscii } from '@kassa/contract';
import type { PayoutDestination, WrongDestination } from '../payout-connector.ts';
import { toBankText } from './to-bank-text.ts';

/** The account of a payee. Payment details: never log. */
export interface PayeeAccount {
  iban: string | null;
  /** The number where there is no IBAN. */
  number: string | null;
  bic: string | null;
  /** The national code of the bank, where there is no BIC. */
  bankCode: string | null;
}

/** The longest number of an account, and of a bank's code, in the messages. */
const longestNumber = 34;
const longestCode = 35;

/** Whether a text is a bank's identifier (ISO 9362): bank, country, place, and branch if any. */
export function isBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
}

/** Returns a number or code without the spaces and dashes that group it, in capitals. */
export const compact = (text: string) => toUpperAscii(text.replaceAll(/[\s\p{Pd}]/gu, ''));

/** Whether banks take a number or code as it is: in other characters it would be another one. */
const isBankText = (text: string) => toBankText(text, text.length) === text;

/**
 * Reads the payee's account from the fields of a method: `iban`, or `account` with the bank's `bic`
 * or its national code `bank`. Returns the wrong field instead if the file can't hold it.
 */
export function readPayeeAccount({
  fields,
}: Pick<PayoutDestination, 'fields'>): PayeeAccount | WrongDestination {
  const iban = compact(fields.iban ?? '');
  const number = compact(fields.account ?? '');
  const bic = compact(fields.bic ?? '');
  const bankCode = compact(fields.bank ?? '');
  if (iban === '' && number === '') return { field: 'iban', problem: 'is missing' };
  if (iban !== '' && !holdsAccountNumber('iban', iban)) {
    return { field: 'iban', problem: 'is no IBAN' };
  }
  if (number.length > longestNumber) return { field: 'account', problem: 'is too long' };
  if (!isBankText(number)) return { field: 'account', problem: 'has characters that banks refuse' };
  if (bankCode.length > longestCode) return { field: 'bank', problem: 'is too long' };
  if (!isBankText(bankCode)) return { field: 'bank', problem: 'has characters that banks refuse' };
  if (bic !== '' && !isBic(bic)) return { field: 'bic', problem: 'is no BIC' };
  const isBankBic = bic === '' && isBic(bankCode);
  return {
    iban: iban || null,
    number: iban === '' ? number : null,
    bic: (isBankBic ? bankCode : bic) || null,
    bankCode: isBankBic ? null : bankCode || null,
  };
}
