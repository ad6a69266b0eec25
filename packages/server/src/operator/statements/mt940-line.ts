import type { Decimal } from '@kassa/contract';
import type { MovementKind } from '../../connectors/provider-event.ts';
import { type MoneyFormat, readMoney } from '../../ground/read-money.ts';
import { mayNamePayment } from '../../money/provider-events/find-references.ts';
import { isDay } from './read-values.ts';

/** SWIFT's amounts: a comma before the decimals, no sign, no groups. */
export const swiftFormat: MoneyFormat = { decimalMark: ',', groupMark: 'none', isSigned: false };

/** A movement as its field `:61:` has it. */
export interface Mt940Line {
  /** The booking day: the entry date, else the value date. */
  day: string;
  bookedAt: Date;
  money: { amount: Decimal; currency: string; isCredit: boolean; isReversal: boolean };
  /** The references of the bank and of its customer; null where there is none. */
  bankReference: string | null;
  customerReference: string | null;
  /** What stands on further lines. */
  details: string | null;
  movement: MovementKind;
  /** The customer's reference, which a payer can give, if it may name a payment of Kassa's. */
  ids: string | null;
}

/**
 * SWIFT's codes of movements that are no payment of a customer: a returned item, charges, commission,
 * interest, and the cash management of one owner (sweeping, topping, zero balancing).
 */
const kinds: Readonly<Record<string, MovementKind>> = {
  RTI: 'return',
  CHG: 'charge',
  COM: 'charge',
  INT: 'interest',
  CMS: 'own',
  CMT: 'own',
  CMZ: 'own',
};

/** Value date, entry date, mark, funds code, amount, type, the customer's and the bank's reference. */
const pattern =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d+,\d*)([NSF])([A-Z0-9]{3})((?:(?!\/\/).)*)(?:\/\/(.*))?$/;

/** Reads a movement; what is wrong with it has none of its content. */
export function readMt940Line(
  [first = '', ...more]: readonly string[],
  currency: string,
): Mt940Line | { problem: string } {
  const parts = pattern.exec(first.trim());
  if (parts === null) return { problem: 'is malformed' };
  const [, value = '', entry, mark = '', , number = '', , code = '', customer, bank] = parts;
  const valueDay = toDay(value);
  const day = entry === undefined ? valueDay : findEntryDay(entry, valueDay);
  if (day === null) return { problem: 'has no day of the calendar' };
  const read = readMoney(number, currency, swiftFormat);
  if ('problem' in read) return { problem: `has an amount that ${read.problem}` };
  // `RC` takes back a credit, and `RD` gives back a debit.
  const isReversal = mark.startsWith('R');
  const isCredit = mark === 'C' || mark === 'RD';
  const customerReference = toReference(customer);
  return {
    day,
    bookedAt: new Date(`${day}T00:00:00Z`),
    money: { amount: read.amount, currency, isCredit, isReversal },
    bankReference: toReference(bank),
    customerReference,
    details: more.join(' ').trim() || null,
    movement: kinds[code] ?? (isReversal ? 'return' : 'payment'),
    ids: customerReference !== null && mayNamePayment(customerReference) ? customerReference : null,
  };
}

const toReference = (text: string | undefined): string | null => {
  const reference = text?.trim() ?? '';
  return /^(NON ?REF|NOT ?PROVIDED|0*)$/i.test(reference) ? null : reference;
};

/** Returns the day of a date of SWIFT (`261120`) of this century; null if it is none. */
export function toDay(date: string): string | null {
  const day = `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`;
  return isDay(day) ? day : null;
}

/** The most days between the booking of a movement and its value. */
const mostDays = 120;

/**
 * Returns the day of an entry date, which has no year: that nearest to the value date. Null if it is
 * far from it in every year.
 */
function findEntryDay(entry: string, valueDay: string | null): string | null {
  if (valueDay === null) return null;
  const year = Number(valueDay.slice(0, 4));
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueDay)) / 86_400_000;
  const days = [year - 1, year, year + 1]
    .map((it) => `${it}-${entry.slice(0, 2)}-${entry.slice(2)}`)
    .filter((day) => isDay(day) && distance(day) <= mostDays);
  return days[0] ?? null;
}
