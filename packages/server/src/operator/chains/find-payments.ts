import { blockchainSchema, blockchains, convertMoney } from '@kassa/contract';
import * as z from 'zod/mini';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import { countConfirmations } from '../../money/addresses/count-confirmations.ts';
import { requiredConfirmations } from '../../money/chains/settle-payments.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

/** The statuses of payments on chains as operators see them; `parked` waits for a decision. */
export const chainPaymentStatuses = [
  'parked',
  'dismissed',
  'seen',
  'settled',
  'dropped',
  'replaced',
  'undone',
] as const;

/** A payment to one of the operator's addresses. */
export const chainPaymentSchema = z.object({
  id: z.string(),
  seenAt: instantSchema,
  settledAt: z.nullable(instantSchema),
  account: z.string(),
  blockchain: blockchainSchema,
  txid: z.string(),
  /** Its place in the transaction. */
  index: z.string(),
  explorerUrl: z.string(),
  status: z.enum(chainPaymentStatuses),
  /** Why it is or was left to a person. */
  because: z.nullable(z.string()),
  /** What is unusual about it. */
  note: z.nullable(z.string()),
  /** Null for a token that the account doesn't take; `contract` names it. */
  coin: z.nullable(z.string()),
  contract: z.nullable(z.string()),
  /** In the coin; of an unknown token in its smallest unit. */
  amount: z.string(),
  memo: z.nullable(z.string()),
  /** The player's address; null if its comment names no player. */
  address: z.nullable(z.string()),
  addressIndex: z.nullable(z.int()),
  playerId: z.nullable(z.string()),
  /** The operator's own id of the player. */
  player: z.nullable(z.string()),
  depositId: z.nullable(z.string()),
  depositReference: z.nullable(z.string()),
  /** The block; null while it is in none. */
  height: z.nullable(z.int()),
  blockHash: z.nullable(z.string()),
  confirmations: z.int(),
  requiredConfirmations: z.int(),
  /** The height at which its block was reorganised away; null if it wasn't. */
  undoneAt: z.nullable(z.int()),
  /** Units of the player's currency for one of the coin when it was first seen. */
  rate: z.nullable(z.string()),
  rateSource: z.nullable(z.string()),
  /** Its value at that rate. */
  value: z.nullable(z.string()),
  accountCurrency: z.nullable(z.string()),
  /** The transaction that replaced it. */
  replacedBy: z.nullable(z.string()),
  /** Its receipt's reference among the payments of the deposit. */
  receiptReference: z.nullable(z.string()),
  /** The transaction that collected it; only on chains with outputs. */
  spentBy: z.nullable(z.string()),
  resolvedAt: z.nullable(instantSchema),
  resolvedReason: z.nullable(z.string()),
});

/** A payment with its address, player, deposit, and the newest block of its chain. */
type PaymentRow = ChainPayment & {
  address: string | null;
  address_index: number | null;
  external_id: string | null;
  reference: string | null;
  tip_height: number | null;
};

/** Selects a brand's payments with what describes them. */
export function selectPayments(db: Db | Tx, brandId: string) {
  return db
    .selectFrom('chain_payments as c')
    .leftJoin('chain_addresses as a', (join) =>
      join.onRef('a.brand_id', '=', 'c.brand_id').onRef('a.id', '=', 'c.address_id'),
    )
    .leftJoin('players as p', (join) =>
      join.onRef('p.brand_id', '=', 'c.brand_id').onRef('p.id', '=', 'c.player_id'),
    )
    .leftJoin('deposits as d', (join) =>
      join.onRef('d.brand_id', '=', 'c.brand_id').onRef('d.id', '=', 'c.deposit_id'),
    )
    .leftJoin('chain_cursors as k', (join) =>
      join
        .onRef('k.brand_id', '=', 'c.brand_id')
        .onRef('k.account', '=', 'c.account')
        .onRef('k.blockchain', '=', 'c.blockchain'),
    )
    .selectAll('c')
    .select(['a.address', 'a.index as address_index', 'p.external_id', 'd.reference'])
    .select('k.tip_height')
    .where('c.brand_id', '=', brandId);
}

/**
 * Loads a payment of the brand.
 * @throws OperatorError chainPayment.notFound, also for a payment of another brand
 */
export async function findChainPayment(
  db: Db | Tx,
  brandId: string,
  chainPaymentId: string,
): Promise<PaymentRow> {
  const row = await selectPayments(db, brandId)
    .where('c.id', '=', chainPaymentId)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new OperatorError('chainPayment.notFound', 'There is no such payment on a chain.');
}

export function describeChainPayment(row: PaymentRow): z.infer<typeof chainPaymentSchema> {
  const { coin, amount, rate, account_currency: accountCurrency, blockchain } = row;
  return {
    id: row.id,
    seenAt: row.seen_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    account: row.account,
    blockchain,
    txid: row.txid,
    index: row.index,
    explorerUrl: `${blockchains[blockchain].explorerUrl}${row.txid}`,
    status: shownStatusOf(row),
    because: row.because,
    note: row.note,
    coin,
    contract: row.contract,
    amount,
    memo: row.memo,
    address: row.address,
    addressIndex: row.address_index,
    playerId: row.player_id,
    player: row.external_id,
    depositId: row.deposit_id,
    depositReference: row.reference,
    height: row.height,
    blockHash: row.block_hash,
    confirmations: countConfirmations(row.tip_height, row.height),
    requiredConfirmations: requiredConfirmations(blockchain),
    undoneAt: row.undone_at,
    rate,
    rateSource: row.rate_source,
    value:
      coin === null || rate === null || accountCurrency === null
        ? null
        : convertMoney({ amount, currency: coin }, rate, accountCurrency).money.amount,
    accountCurrency,
    replacedBy: row.replaced_by,
    receiptReference: row.receipt_reference,
    spentBy: row.spent_by,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedReason: row.resolved_reason,
  };
}

/** A dismissed payment stays parked; only its decision is recorded. */
export function shownStatusOf({
  status,
  resolved_at,
}: Pick<ChainPayment, 'status' | 'resolved_at'>): (typeof chainPaymentStatuses)[number] {
  return status === 'parked' && resolved_at !== null ? 'dismissed' : status;
}
