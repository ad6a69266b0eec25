import { addDecimals, type Decimal, type Receipt } from '@kassa/contract';
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

/** Describes a receipt's facts. `isSigned`: the document carries the brand's signature. */
export function describeReceipt(
  receipt: Receipt,
  { text, money, locale }: ReceiptWords,
  isSigned: boolean,
): DescribedReceipt {
  const { credited, settledDebt, takenBack = {}, brandName } = receipt;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });
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
      ...describeCharge(receipt, { text, money }),
      ...receipt.payments.flatMap((payment) => describePayment(payment, { text, money })),
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

/** The charged sum and its fee, where the fee is known. */
function describeCharge(
  { requested: { amount, currency }, fee }: Receipt,
  { text, money }: Words,
): [string, string][] {
  if (fee === undefined) return [[text('complete.amount'), money(amount, currency)]];
  return [
    [text('receipt.charged'), money(addDecimals(amount, fee), currency)],
    [text('receipt.fee'), money(fee, currency)],
  ];
}

function describePayment(
  { paid, credited, rate, instrument }: Receipt['payments'][number],
  { text, money }: Words,
): [string, string][] {
  const one: Decimal = '1';
  return [
    [text('receipt.paid'), money(paid.amount, paid.currency)],
    ...(instrument === undefined
      ? []
      : [[text('receipt.instrument'), instrument] satisfies [string, string]]),
    ...(rate === undefined
      ? []
      : [
          [
            text('receipt.rate'),
            `${money(one, paid.currency, { trimZeros: true })} = ${rate} ${credited.currency}`,
          ] satisfies [string, string],
        ]),
  ];
}
