import type { Money } from '@kassa/contract';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { BankTransfer } from '../../ground/database/tables/requisites.ts';
import {
  type ComparedPayment,
  type ConfirmedReceipt,
  findConfirmedOfChain,
  findConfirmedReceipts,
} from '../../money/provider-events/confirmed-receipts.ts';
import {
  findResemblingTransfers,
  isDecided,
  toCompared,
} from '../../money/provider-events/resembling-transfers.ts';
import { instantSchema } from '../request-fields.ts';

/** What may be the same money as a transfer, a payment on a chain or a confirmation. */
export const resembledSchema = z.object({
  /** `payment`: a receipt that an operator has confirmed. */
  kind: z.enum(['bankTransfer', 'chainPayment', 'payment']),
  id: z.string(),
  /** When it was booked, seen or confirmed. */
  at: instantSchema,
  status: z.string(),
  /** The deposit that has the money; null if none has. */
  depositId: z.nullable(z.string()),
  depositReference: z.nullable(z.string()),
});

export type Resembled = z.infer<typeof resembledSchema>;

/**
 * Finds what transfers resemble, by transfer: other transfers and confirmations of operators. Left out is
 * what a person has said of the two: that they are other money, or that the other one is a duplicate.
 */
export async function findResembling(
  core: Pick<Core, 'vault'>,
  db: Db | Tx,
  brandId: string,
  transfers: readonly BankTransfer[],
): Promise<ReadonlyMap<string, Resembled[]>> {
  const compared = transfers.map((row) => toCompared(core, row));
  const similar = await findResemblingTransfers(core, db, brandId, compared);
  const references = await loadReferences(db, brandId, [...similar.values()].flat());
  const reported = transfers.map(({ id, account, requisite_id, amount, currency, booked_at }) => ({
    key: id,
    account,
    requisiteId: requisite_id,
    money: { amount, currency },
    at: booked_at,
  }));
  const confirmed = await findConfirmedReceipts(db, brandId, reported);
  return new Map(
    transfers.map((row) => {
      const others = (similar.get(row.id) ?? []).filter((it) => !isDecided(row, it));
      const receipts = confirmed.filter(({ key, id }) => key === row.id && !isSeparate(row, id));
      const resembled = others.map((it) => describeOther(it, references));
      return [row.id, [...resembled, ...receipts.map(describeReceipt)]];
    }),
  );
}

const isSeparate = ({ separate_from }: Pick<BankTransfer, 'separate_from'>, id: string) =>
  separate_from?.includes(id) ?? false;

async function loadReferences(
  db: Db | Tx,
  brandId: string,
  rows: readonly BankTransfer[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ deposit_id }) => deposit_id ?? []);
  if (ids.length === 0) return new Map();
  const deposits = await db
    .selectFrom('deposits')
    .select(['id', 'reference'])
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .execute();
  return new Map(deposits.map(({ id, reference }) => [id, reference]));
}

function describeOther(
  { id, booked_at, status, deposit_id: depositId }: BankTransfer,
  references: ReadonlyMap<string, string>,
): Resembled {
  const depositReference = depositId === null ? null : (references.get(depositId) ?? null);
  const at = booked_at.toISOString();
  return { kind: 'bankTransfer', id, at, status, depositId, depositReference };
}

const describeReceipt = (row: ConfirmedReceipt): Resembled => ({
  kind: 'payment',
  id: row.id,
  at: row.created_at.toISOString(),
  status: row.status,
  depositId: row.deposit_id,
  depositReference: row.reference,
});

/** Finds the confirmations of operators that a payment on a chain resembles. */
export async function findResemblingOfChain(
  db: Db | Tx,
  payment: ComparedPayment,
): Promise<Resembled[]> {
  return (await findConfirmedOfChain(db, payment)).map(describeReceipt);
}

/** Money that an operator says has arrived for a deposit. */
export interface Confirmation {
  deposit: Pick<Deposit, 'id' | 'brand_id' | 'player_id' | 'requisite_id' | 'created_at'>;
  account: string;
  money: Money;
  /** The provider's id of it, if the operator names one. */
  providerReference: string | undefined;
  /** Its receipt, if it has one already. */
  receiptId?: string;
}

const dayMs = 24 * 3600_000;

/**
 * Finds what a confirmation resembles in an account whose money names no deposit by itself: what waits
 * there for a person, in whatever requisite; what was given to another deposit without its reference since
 * this one exists, in its own requisite; and confirmations for other deposits.
 */
export async function findResemblingOfConfirmation(
  { brands, now }: Pick<Core, 'brands' | 'now'>,
  db: Db | Tx,
  confirmation: Confirmation,
): Promise<Resembled[]> {
  const { deposit, account, money, providerReference } = confirmation;
  const { usesRequisites, rails } = brands.get(deposit.brand_id)?.accounts.get(account) ?? {};
  if (usesRequisites !== true && (rails?.size ?? 0) === 0) return [];
  const since = new Date(deposit.created_at.getTime() - dayMs);
  const { rows } = await selectReported(confirmation, since).execute(db);
  const reported = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  const asked = [{ key: '', account, requisiteId: deposit.requisite_id, money, at: now() }];
  const confirmed = await findConfirmedReceipts(db, deposit.brand_id, asked);
  const others = confirmed.filter(
    ({ deposit_id, operator_reference: other }) =>
      deposit_id !== deposit.id &&
      // Two ids of the provider are two payments.
      (providerReference === undefined || isMadeUp(other) || other === providerReference),
  );
  return [...reported, ...others.map(describeReceipt)];
}

const isMadeUp = (reference: string | null) => reference?.startsWith('operator ') ?? true;

/** Each branch ends in an index. What names a deposit and has it is that deposit's money. */
function selectReported(
  { deposit: { id, brand_id, player_id }, account, money, receiptId }: Confirmation,
  since: Date,
): RawBuilder<Omit<Resembled, 'at'> & { at: Date }> {
  const { amount, currency } = money;
  const isOpenTransfer = sql`t.brand_id = ${brand_id} and t.amount = ${amount}
    and t.currency = ${currency} and t.deposit_id is distinct from ${id} and t.same_as is null
    and (t.status = 'review' or t.booked_at >= ${since}
      and coalesce(t.requisite_id = v.requisite_id, true)
      and not exists (select from deposits n
        where n.brand_id = t.brand_id and n.id = t.deposit_id and n.reference = t.reference))
    and (${receiptId ?? null}::uuid = any(t.separate_from)) is not true`;
  return sql`
    select f.kind, f.id, f.at, f.status, f.deposit_id as "depositId",
      d.reference as "depositReference"
    from (
      (select 'bankTransfer' as kind, t.id, t.booked_at as at, t.status, t.deposit_id
        from requisites r join bank_transfers t on t.requisite_id = r.id
        left join requisite_reservations v on v.deposit_id = ${id}
        where r.brand_id = ${brand_id} and r.account = ${account} and ${isOpenTransfer})
      union all
      (select 'bankTransfer', t.id, t.booked_at, t.status, t.deposit_id from bank_transfers t
        left join requisite_reservations v on v.deposit_id = ${id}
        where t.requisite_id is null and t.account = ${account} and ${isOpenTransfer})
      union all
      (select 'chainPayment', c.id, c.seen_at, c.status, c.deposit_id from chain_payments c
        where c.brand_id = ${brand_id} and c.account = ${account} and c.coin = ${currency}
          and c.amount = ${amount} and c.deposit_id is distinct from ${id}
          and (${receiptId ?? null}::uuid = any(c.separate_from)) is not true
          and (c.status = 'parked' and c.resolved_at is null or c.seen_at >= ${since}
            and (c.status = 'parked' or c.status in ('seen', 'settled')
              and (c.player_id = ${player_id} or c.resolved_at is not null))))
    ) f
    left join deposits d on d.brand_id = ${brand_id} and d.id = f.deposit_id
    order by f.id`;
}
