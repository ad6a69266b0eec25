import type { DepositSummary, Money, PaymentMethod, Requisite } from '@kassa/contract';
import {
  directionOf,
  formatRequisite,
  plainRequisite,
} from '../../../../features/requisites/format-requisite.ts';
import { nameRequisite } from '../../../../features/requisites/requisite-list.tsx';
import { formatsOf } from '../../../../i18n/formats.ts';
import type { PlayerLocale } from '../../../../i18n/player-locale.ts';
import { resolveName, type Text, type useMoney } from '../../../../i18n/text.ts';
import { hasReference } from '../payment-facts.tsx';
import { resolveSum } from './resolve-sum.ts';

interface SheetRow {
  name: string;
  /** The value for reading. */
  shown: string;
  /** The value without separators, as a bank's form takes it. */
  plain: string;
  /** The direction of the value; `auto` is decided by its first letter. */
  direction: 'ltr' | 'auto';
}

/** An invoice in the player's words, for a text, a picture or a document. */
export interface InvoiceSheet {
  title: string;
  amount: SheetRow;
  /** A warning about the amount. */
  note: string | null;
  rows: readonly SheetRow[];
  deadline: SheetRow;
}

interface SheetInvoice {
  deposit: DepositSummary;
  /** The sum to pay. */
  amount: Money;
  requisites: readonly Requisite[];
  method: PaymentMethod | undefined;
  /** In ms since 1970, by the device's clock. */
  deadlineMs: number;
}

interface SheetWords {
  text: Text;
  money: ReturnType<typeof useMoney>;
  locale: PlayerLocale;
}

/** Describes an invoice: amount, payment details, reference and deadline. */
export function describeSheet(invoice: SheetInvoice, words: SheetWords): InvoiceSheet {
  const { deposit, amount, requisites, method, deadlineMs } = invoice;
  const { text, money, locale } = words;
  const sum = money(amount.amount, amount.currency);
  const { asked } = resolveSum(deposit, amount);
  const { DateTimeFormat } = formatsOf(locale.format);
  const date = new DateTimeFormat(locale.format, { dateStyle: 'medium', timeStyle: 'short' });
  const plainRow = (name: string, shown: string): SheetRow => ({
    ...{ name, shown, plain: shown },
    direction: 'auto',
  });
  const reference = plainRow(text('reference.label'), deposit.reference);
  return {
    title: method === undefined ? deposit.paymentMethod : resolveName(method.text, locale.tag),
    amount: plainRow(text('payment.amount'), sum),
    note:
      asked &&
      text('payment.otherAmount', { amount: sum, asked: money(asked.amount, asked.currency) }),
    rows: [
      ...requisites.map((requisite) => ({
        name: nameRequisite(requisite, text, locale.tag),
        shown: formatRequisite(requisite),
        plain: plainRequisite(requisite),
        direction: directionOf(requisite),
      })),
      ...(hasReference(requisites, deposit) ? [] : [{ ...reference, direction: 'ltr' as const }]),
    ],
    deadline: plainRow(text('invoice.payBefore'), date.format(deadlineMs)),
  };
}

/** Writes the sheet as one text, to be pasted or shared. */
export function writeSheetText({ title, amount, note, rows, deadline }: InvoiceSheet): string {
  const lines = [amount, ...rows, deadline].map(({ name, plain }) => `${name}: ${plain}`);
  return [title, ...lines, ...(note === null ? [] : [note])].join('\n');
}
