import type { Money } from '@kassa/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';

/** How long before its booking an operator may have seen money, in milliseconds. */
const seenBeforeMs = 10 * 24 * 3600_000;

/** Money of an account as it was reported. */
export interface ReportedMoney {
  /** The caller's name for it. */
  key: string;
  account: string;
  /** Which of the operator's own accounts it is in; null: not known, or on a chain. */
  requisiteId: string | null;
  money: Money;
  /** When it was booked or seen. */
  at: Date;
}

/** A receipt that an operator has confirmed and that was not reported since. */
export interface ConfirmedReceipt {
  key: string;
  id: string;
  deposit_id: string;
  /** The deposit's. */
  reference: string;
  status: string;
  operator_reference: string | null;
  created_at: Date;
}

/**
 * Finds the receipts that operators have confirmed at an account and that may be reported money: of the same
 * amount, of a deposit without another requisite, and not reported themselves yet. An operator confirms money
 * also long after its booking.
 */
export async function findConfirmedReceipts(
  db: Db | Tx,
  brandId: string,
  reported: readonly ReportedMoney[],
): Promise<ConfirmedReceipt[]> {
  if (reported.length === 0) return [];
  const { rows } = await sql<ConfirmedReceipt>`
    select r.key, p.id, p.deposit_id, d.reference, p.status, p.operator_reference, p.created_at
    from unnest(${reported.map(({ key }) => key)}::text[],
      ${reported.map(({ account }) => account)}::text[],
      ${reported.map(({ requisiteId }) => requisiteId)}::uuid[],
      ${reported.map(({ money }) => money.amount)}::numeric[],
      ${reported.map(({ money }) => money.currency)}::text[],
      ${reported.map(({ at }) => new Date(at.getTime() - seenBeforeMs))}::timestamptz[]
    ) as r (key, account, requisite_id, amount, currency, since)
    cross join lateral (
      select * from payments p
      where p.brand_id = ${brandId} and p.connector = r.account and p.confirmed_by = 'operator'
        and p.part_of is null and coalesce(p.received_amount, p.amount) = r.amount
        and p.currency = r.currency and p.created_at >= r.since
      offset 0
    ) p
    cross join lateral (
      select * from deposits d where d.brand_id = p.brand_id and d.id = p.deposit_id offset 0
    ) d
    where coalesce(d.requisite_id = r.requisite_id, true)
    order by p.id`.execute(db);
  return rows;
}

/** A payment on a chain, as it is compared with receipts. */
export type ComparedPayment = Pick<
  ChainPayment,
  'brand_id' | 'account' | 'coin' | 'amount' | 'seen_at' | 'separate_from'
>;

/** Finds such receipts of a payment on a chain, without those that a person has said to be other money. */
export async function findConfirmedOfChain(
  db: Db | Tx,
  { brand_id: brandId, account, coin, amount, seen_at: at, separate_from }: ComparedPayment,
): Promise<ConfirmedReceipt[]> {
  if (coin === null) return [];
  const money = { amount, currency: coin };
  const reported = { key: '', account, requisiteId: null, money, at };
  const found = await findConfirmedReceipts(db, brandId, [reported]);
  return found.filter(({ id }) => !separate_from?.includes(id));
}
