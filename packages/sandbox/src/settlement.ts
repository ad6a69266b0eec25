import type { Payment } from './payment.ts';
import type { Payout } from './payout.ts';
import type { Provider } from './provider.ts';

/** One movement of money between the provider and the merchant. */
interface SettlementRow {
  /**
   * The id of the receipt, reversal or payout; a returned payout has two rows with different types.
   */
  id: string;
  type: 'receipt' | 'chargeback' | 'refund' | 'reversal' | 'payout' | 'payout-return';
  merchantReference: string;
  amount: string;
  currency: string;
  fee: string | null;
  /** Epoch milliseconds. */
  at: number;
}

const columns = 'id,type,merchantReference,amount,currency,fee,at';

/**
 * Renders every movement of one UTC day as CSV (RFC 4180), oldest first. Amounts are positive; the
 * type determines the direction.
 * @param day - `2026-11-05`
 */
export function renderSettlement({ payments, payouts }: Provider, day: string): string {
  const rows = [
    ...[...payments.all()].flatMap(rowsOfPayment),
    ...[...payouts.all()].flatMap(rowsOfPayout),
  ];
  const lines = rows
    .filter(({ at }) => new Date(at).toISOString().startsWith(day))
    .sort((left, right) => left.at - right.at)
    .map(renderRow);
  return `${[columns, ...lines].join('\r\n')}\r\n`;
}

function rowsOfPayment({ request, receipts, reversals }: Payment): SettlementRow[] {
  const { merchantReference } = request;
  return [
    ...receipts.map(
      (receipt): SettlementRow => ({ ...receipt, type: 'receipt', merchantReference }),
    ),
    ...reversals.map(
      (reversal): SettlementRow => ({
        ...reversal,
        type: reversal.kind,
        merchantReference,
        fee: null,
      }),
    ),
  ];
}

/** Returns no row for a payout that was never sent, and two rows for a returned one. */
function rowsOfPayout({ id, request, paid, fee, paidAt, returnedAt }: Payout): SettlementRow[] {
  const { merchantReference } = request;
  const { amount, currency } = paid ?? request;
  const row = { id, merchantReference, amount, currency };
  return [
    ...(paidAt === null ? [] : [{ ...row, type: 'payout' as const, fee, at: paidAt }]),
    ...(returnedAt === null
      ? []
      : [{ ...row, type: 'payout-return' as const, fee: null, at: returnedAt }]),
  ];
}

function renderRow(row: SettlementRow): string {
  const { id, type, merchantReference, amount, currency, fee, at } = row;
  return [id, type, merchantReference, amount, currency, fee ?? '', new Date(at).toISOString()]
    .map(quote)
    .join(',');
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
