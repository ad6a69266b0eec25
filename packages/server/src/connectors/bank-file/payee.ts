import { holdsAccountNumber } from '@kassa/contract';
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

const compact = (text: string | undefined) => (text ?? '').replaceAll(/[\s-]/g, '').toUpperCase();

/**
 * Reads the payee's account from the fields of a method: `iban`, or `account` with the bank's `bic`
 * or its national code `bank`. Returns the wrong field instead if the file can't hold it.
 */
export function readPayeeAccount({
  fields,
}: Pick<PayoutDestination, 'fields'>): PayeeAccount | WrongDestination {
  const iban = compact(fields.iban);
  const number = toBankText(compact(fields.account), longestNumber + 1);
  const bic = compact(fields.bic);
  const bankCode = toBankText(compact(fields.bank), longestCode + 1);
  if (iban === '' && number === '') return { field: 'iban', problem: 'is missing' };
  if (iban !== '' && !holdsAccountNumber('iban', iban)) {
    return { field: 'iban', problem: 'is no IBAN' };
  }
  if (number.length > longestNumber) return { field: 'account', problem: 'is too long' };
  if (bankCode.length > longestCode) return { field: 'bank', problem: 'is too long' };
  if (bic !== '' && !isBic(bic)) return { field: 'bic', problem: 'is no BIC' };
  const isBankBic = bic === '' && isBic(bankCode);
  return {
    iban: iban || null,
    number: iban === '' ? number : null,
    bic: (isBankBic ? bankCode : bic) || null,
    bankCode: isBankBic ? null : bankCode || null,
  };
}
