import {
  type ChainPaymentState,
  type ChainTransaction,
  convertMoney,
  type DepositState,
} from '@kassa/contract';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';

/** The payments of a deposit as the widget gets them. */
export type SeenPayments = Pick<DepositState, 'chain' | 'transactions'>;

/** The most payments of one deposit that are shown. */
const mostShown = 20;

/**
 * Loads the payments to the addresses of deposits, by deposit; those without an address or payment
 * are left out.
 */
export async function loadTransactions(
  db: Db | Tx,
  deposits: readonly Pick<Deposit, 'id' | 'brand_id' | 'chain_address_id'>[],
): Promise<Map<string, SeenPayments>> {
  const ids = deposits.filter((it) => it.chain_address_id !== null).map(({ id }) => id);
  const [first] = deposits;
  if (ids.length === 0 || first === undefined) return new Map();
  const rows = await db
    .selectFrom('chain_payments as p')
    .innerJoin('chain_cursors as c', (join) =>
      join
        .onRef('c.brand_id', '=', 'p.brand_id')
        .onRef('c.account', '=', 'p.account')
        .onRef('c.blockchain', '=', 'p.blockchain'),
    )
    .leftJoin('payments as r', (join) =>
      join
        .onRef('r.brand_id', '=', 'p.brand_id')
        .onRef('r.connector', '=', 'p.account')
        .onRef('r.provider_payment_id', '=', 'p.receipt_reference')
        .on('r.status', '=', 'credited'),
    )
    .selectAll('p')
    .select(['c.tip_height', 'r.processed_amount'])
    .where('p.brand_id', '=', first.brand_id)
    .where('p.deposit_id', 'in', ids)
    .where('p.coin', 'is not', null)
    .orderBy('p.seen_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
  const byDeposit = Map.groupBy(rows, (row) => row.deposit_id ?? '');
  return new Map(
    [...byDeposit].map(([id, payments]) => [id, showPayments(payments.slice(0, mostShown))]),
  );
}

type Row = ChainPayment & { tip_height: number | null; processed_amount: string | null };

function showPayments(rows: readonly Row[]): SeenPayments {
  const transactions = rows.map(showPayment);
  const chain = transactions.find(({ state }) => !isGone(state)) ?? transactions[0];
  if (chain === undefined) return {};
  return { chain, ...(transactions.length > 1 && { transactions }) };
}

const isGone = (state: ChainPaymentState | undefined) =>
  state === 'replaced' || state === 'dropped';

function showPayment(row: Row): ChainTransaction {
  const { coin, amount, rate, account_currency: currency } = row;
  const confirmations =
    row.height === null || row.tip_height === null
      ? 0
      : Math.max(row.tip_height - row.height + 1, 0);
  return {
    blockchain: row.blockchain,
    txid: row.txid,
    confirmations,
    ...(coin !== null && { cryptoAmount: amount, cryptoCurrency: coin }),
    ...(coin !== null &&
      rate !== null &&
      currency !== null && {
        finalAmount: convertMoney({ amount, currency: coin }, rate, currency).money.amount,
        finalCurrency: currency,
      }),
    ...(row.processed_amount !== null && { processingAmount: row.processed_amount }),
    state: stateOf(row),
    ...(row.note !== null && { note: row.note }),
  };
}

function stateOf({ status, height }: Row): ChainPaymentState {
  switch (status) {
    case 'settled':
      return 'confirmed';
    case 'replaced':
      return 'replaced';
    case 'dropped':
    case 'undone':
      return 'dropped';
    case 'seen':
    case 'parked':
      return height === null ? 'pending' : 'confirming';
  }
}
