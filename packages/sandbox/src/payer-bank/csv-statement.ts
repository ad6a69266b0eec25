import type { Statement } from './statement.ts';

const columns = ['Date', 'Amount', 'Currency', 'Payer', 'Text', 'Transaction id', 'Account'];

/** Encodes a statement as CSV (RFC 4180) with a header. */
export function encodeCsv({ account, transfers }: Statement): string {
  const rows = transfers.map(({ id, amount, currency, text, payerName, bookedAt }) => [
    new Date(bookedAt).toISOString(),
    amount,
    currency,
    payerName,
    text,
    id,
    account,
  ]);
  return [columns, ...rows].map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

function quote(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
