import { addDecimals, compareDecimals, type Decimal, type Receipt } from '@kassa/contract';
import { formatsOf } from '../../../../i18n/formats.ts';
import type { Text, useMoney } from '../../../../i18n/text.ts';
import { takenBackCauses } from '../../describe-taken-back.ts';

/** The player's language, for a document that stands alone. */
export interface ReceiptWords {
  text: Text;
  money: ReturnType<typeof useMoney>;
  /** For times, BCP 47. */
  locale: string;
}

/** A receipt in the player's words. */
export interface DescribedReceipt {
  title: string;
  brand: string;
  /** Names and values, in their order. */
  facts: [name: string, value: string][];
  /** What happened when, in its order; `at` is ISO 8601. */
  timeline: { name: string; value: string; at: string }[];
  notes: string[];
}

interface ReceiptFacts {
  /** The document carries the brand's signature. */
  isSigned: boolean;
  /** The player decided how much to pay: the requested amount was only the least. */
  isOpen: boolean;
}

/** Describes a receipt's facts. */
export function describeReceipt(
  receipt: Receipt,
  { text, money, locale }: ReceiptWords,
  { isSigned, isOpen }: ReceiptFacts,
): DescribedReceipt {
  const { credited, settledDebt, takenBack = {}, brandName } = receipt;
  const { DateTimeFormat } = formatsOf(locale);
  const format = new DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });
  const at = (name: string, time: string) => ({
    ...{ name, at: time },
    value: format.format(new Date(time)),
  });
  return {
    title: text('receipt.title'),
    brand: brandName,
    facts: [
      [text('reference.label'), receipt.reference],
      [text('complete.method'), receipt.methodName],
      ...describePaid(receipt, { text, money }, isOpen),
      [text('receipt.credited'), money(credited.amount, credited.currency)],
      ...takenBackCauses.flatMap((cause): [string, string][] => {
        const amount = takenBack[cause];
        if (amount === undefined) return [];
        return [[text(`history.status.${cause}`), money(amount, credited.currency)]];
      }),
    ],
    timeline: [
      at(text('receipt.createdAt'), receipt.createdAt),
      at(text('receipt.paidAt'), receipt.paidAt),
      at(text('receipt.creditedAt'), receipt.creditedAt),
      at(text('receipt.issuedAt'), receipt.issuedAt),
    ],
    notes: [
      ...(settledDebt === undefined
        ? []
        : [text('complete.settledDebt', { amount: money(settledDebt, credited.currency) })]),
      text(isSigned ? 'receipt.signed' : 'receipt.unsigned', { brand: brandName }),
    ],
  };
}

type Words = Pick<ReceiptWords, 'text' | 'money'>;
type Fact = [name: string, value: string];

/** The charged sum with its fee, if there was one, and the payments: each figure once. */
function describePaid(receipt: Receipt, words: Words, isOpen: boolean): Fact[] {
  const { text, money } = words;
  const { requested, fee, payments } = receipt;
  const { amount, currency } = requested;
  const hasFee = fee !== undefined && compareDecimals(fee, '0') !== 0;
  if (hasFee) {
    return [
      [text('receipt.charged'), money(addDecimals(amount, fee), currency)],
      [text('receipt.fee'), money(fee, currency)],
      ...payments.flatMap((payment) => describePayment(payment, 'receipt.arrived', words)),
    ];
  }
  const paid = payments.flatMap((payment) => describePayment(payment, 'receipt.paid', words));
  if (isOpen || isPaidAsRequested(receipt)) return paid;
  return [[text('complete.amount'), money(amount, currency)], ...paid];
}

function isPaidAsRequested({ requested, payments: [first, ...others] }: Receipt): boolean {
  if (first === undefined || others.length > 0) return false;
  const { amount, currency } = first.paid;
  return currency === requested.currency && compareDecimals(amount, requested.amount) === 0;
}

function describePayment(
  { paid, credited, rate, instrument }: Receipt['payments'][number],
  name: 'receipt.paid' | 'receipt.arrived',
  { text, money }: Words,
): Fact[] {
  const one: Decimal = '1';
  const facts: Fact[] = [[text(name), money(paid.amount, paid.currency)]];
  if (instrument !== undefined) facts.push([text('receipt.instrument'), instrument]);
  if (rate !== undefined) {
    const unit = money(one, paid.currency, { trimZeros: true });
    facts.push([text('receipt.rate'), `${unit} = ${rate} ${credited.currency}`]);
  }
  return facts;
}
