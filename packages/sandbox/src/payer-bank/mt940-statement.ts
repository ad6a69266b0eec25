import type { BankTransfer } from './bank-transfer.ts';
import { type Statement, totalOf } from './statement.ts';

/** Encodes a statement as SWIFT MT940, with the codewords of Dutch banks. */
export function encodeMt940(statement: Statement): string {
  const { account, currency, day, writtenAt, transfers } = statement;
  const date = dateOf(day);
  return [
    `:20:${writtenAt.getTime()}`,
    `:25:${account}`,
    ':28C:1/1',
    `:60F:C${date}${currency}0,`,
    ...transfers.flatMap((transfer) => encodeTransfer(transfer, date)),
    `:62F:C${date}${currency}${amountOf(totalOf(statement))}`,
    '-',
    '',
  ].join('\r\n');
}

/** Encodes a transfer as a credit; the bank's reference is the notification's id without its letters. */
function encodeTransfer({ id, amount, text, payerName }: BankTransfer, date: string): string[] {
  const remitted = text === '' ? '' : `/REMI/${text}`;
  const lines = `/NAME/${payerName}${remitted}`.match(/.{1,65}/gu) ?? [];
  return [
    `:61:${date}${date.slice(2)}C${amountOf(amount)}NTRFNONREF//${id.replace(/^TRF/, '')}`,
    // No line of a text begins as a field or the end of a message does.
    `:86:${lines.map((line) => line.replace(/^[:-]/, '.')).join('\r\n')}`,
  ];
}

/** `2026-11-20` as SWIFT's date. */
const dateOf = (day: string): string => day.slice(2).replaceAll('-', '');

/** An amount with SWIFT's comma, which it always has. */
function amountOf(amount: string): string {
  const [whole, fraction = ''] = amount.split('.');
  return `${whole},${fraction}`;
}
