import {
  type ChainPaymentState,
  type ChainTransaction,
  convertMoney,
  type DepositState,
} from '@kassa/contract';
import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { countConfirmations } from './count-confirmations.ts';

/** The payments of a deposit as the widget gets them. */
export type SeenPayments = Pick<DepositState, 'chain' | 'transactions'>;

/** The most payments of one deposit that are shown. */
const mostShown = 20;

/**
 * Loads the payments to the addresses of deposits, by deposit; those without an address or payment
 * are left out. So are coins that pay the fees of a token's address: operators send them there to
 * collect the tokens.
 */
export async function loadTransactions(
  { db, brands }: Pick<Core, 'db' | 'brands'>,
  deposits: readonly Pick<Deposit, 'id' | 'brand_id' | 'chain_address_id'>[],
): Promise<Map<string, SeenPayments>> {
  const ids = deposits.filter((it) => it.chain_address_id !== null).map(({ id }) => id);
  const [first] = deposits;
  if (ids.length === 0 || first === undefined) return new Map();
  const { brand_id: brandId } = first;
  const { rows } = await sql<Row>`
    select p.*, c.height as read_height, r.processed_amount
    from unnest(${ids}::uuid[]) as d (id)
    cross join lateral (
      select * from chain_payments p
      where p.brand_id = ${brandId} and p.deposit_id = d.id and p.coin is not null
        and not (p.because is not distinct from 'otherCoin' and p.contract is null)
        and p.because is distinct from 'ownTransfer'
      order by p.seen_at desc, p.id desc limit ${mostShown}) p
    join chain_cursors c
      on c.brand_id = p.brand_id and c.account = p.account and c.blockchain = p.blockchain
    left join payments r
      on r.brand_id = p.brand_id and r.connector = p.account
      and r.provider_payment_id = p.receipt_reference and r.status = 'credited'
    order by p.seen_at desc, p.id desc`.execute(db);
  const isTest = ({ account, blockchain }: Row) =>
    brands.get(brandId)?.accounts.get(account)?.rails.get(blockchain)?.isTest ?? false;
  const shown = rows.map((row) => ({ ...row, isTest: isTest(row) }));
  const byDeposit = Map.groupBy(shown, (row) => row.deposit_id ?? '');
  return new Map([...byDeposit].map(([id, payments]) => [id, showPayments(payments)]));
}

/** Confirmations are counted to the last block that was read: a node may claim any newer one. */
type Row = ChainPayment & { read_height: number | null; processed_amount: string | null };
type ShownRow = Row & { isTest: boolean };

function showPayments(rows: readonly ShownRow[]): SeenPayments {
  const transactions = rows.map(showPayment);
  const chain = transactions.find(({ state }) => !isGone(state)) ?? transactions[0];
  if (chain === undefined) return {};
  return { chain, ...(transactions.length > 1 && { transactions }) };
}

const isGone = (state: ChainPaymentState | undefined) =>
  state === 'replaced' || state === 'dropped';

function showPayment(row: ShownRow): ChainTransaction {
  const { coin, amount, rate, account_currency: currency } = row;
  return {
    blockchain: row.blockchain,
    txid: row.txid,
    confirmations: countConfirmations(row.read_height, row.height),
    ...(coin !== null && { cryptoAmount: amount, cryptoCurrency: coin }),
    ...(coin !== null &&
      rate !== null &&
      currency !== null && {
        finalAmount: convertMoney({ amount, currency: coin }, rate, currency).money.amount,
        finalCurrency: currency,
      }),
    ...(row.processed_amount !== null && { processingAmount: row.processed_amount }),
    state: stateOf(row),
    ...(row.isTest && { isTestNetwork: true }),
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
