import { addDecimals, negateDecimal, type WithdrawalStatus } from '@kassa/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PaymentsTable } from '../../ground/database/tables/money.ts';
import type { LedgerMovement, MovementStatus } from './differences.ts';

/** Selects movements of a provider by the columns of their table `t`. */
export type Condition = RawBuilder<SqlBool>;

interface Provider {
  brandId: string;
  connector: string;
}

/** Loads receipts of a provider, with their fees in the ledger. */
export async function loadReceipts(
  db: Db | Tx,
  { brandId, connector }: Provider,
  condition: Condition,
): Promise<LedgerMovement[]> {
  const { rows } = await sql<{
    id: string;
    deposit_id: string;
    provider_payment_id: string;
    amount: string;
    currency: string;
    status: PaymentsTable['status'];
    fees: [currency: string, amount: string][] | null;
  }>`
    select t.id, t.deposit_id, t.provider_payment_id, t.currency, t.status,
      -- Of a payment above the price of a package, what the provider reported: its rest is no payment.
      coalesce(t.received_amount, t.amount) as amount, (
      select json_agg(json_build_array(e.currency, e.amount::text))
      from (select t.transfer_id as id
            union all select f.transfer_id from settlement_fees f where f.payment_id = t.id) l
      join ledger_entries e on e.transfer_id = l.id and e.brand_id = t.brand_id
      join ledger_accounts a on a.id = e.account_id and a.kind = 'fees'
    ) as fees
    from payments t
    where t.brand_id = ${brandId} and t.connector = ${connector} and t.part_of is null
      and ${condition}`.execute(db);
  return rows.map((row) => ({
    type: 'receipt',
    providerReference: row.provider_payment_id,
    depositId: row.deposit_id,
    paymentId: row.id,
    withdrawalId: null,
    money: { amount: row.amount, currency: row.currency },
    status: 'paid',
    // The fee of an uncredited receipt is booked when the receipt is credited.
    fees: row.status === 'credited' || row.status === 'returned' ? sumFees(row.fees) : null,
  }));
}

/**
 * The reversals of deposits. A parked receipt that was returned has no row in `reversals`, since
 * nothing was booked: the receipt itself records the reversal. So a payment above the price of a package
 * that was taken back as a whole has two rows with one reference.
 */
export const depositReversals = sql`(
  select id, brand_id, connector, deposit_id, provider_reversal_id, amount, currency, created_at
  from reversals where deposit_id is not null
  union all
  select id, brand_id, connector, deposit_id, returned_reference, amount, currency, updated_at
  from payments where returned_reference is not null)`;

export async function loadReversals(
  db: Db | Tx,
  { brandId, connector }: Provider,
  condition: Condition,
): Promise<LedgerMovement[]> {
  const { rows } = await sql<{
    deposit_id: string;
    provider_reversal_id: string;
    amount: string;
    currency: string;
  }>`
    select deposit_id, provider_reversal_id, currency, sum(amount) as amount
    from ${depositReversals} t
    where t.brand_id = ${brandId} and t.connector = ${connector} and ${condition}
    group by deposit_id, provider_reversal_id, currency
    order by min(created_at)`.execute(db);
  return rows.map((row) => ({
    type: 'reversal',
    providerReference: row.provider_reversal_id,
    depositId: row.deposit_id,
    paymentId: null,
    withdrawalId: null,
    money: { amount: row.amount, currency: row.currency },
    status: 'paid',
    fees: null,
  }));
}

const statuses: Record<WithdrawalStatus, MovementStatus> = {
  created: 'notPaid',
  requested: 'notPaid',
  inReview: 'notPaid',
  approved: 'notPaid',
  sending: 'underway',
  unknown: 'underway',
  sent: 'underway',
  completed: 'paid',
  rejected: 'notPaid',
  failed: 'notPaid',
  canceled: 'notPaid',
  returned: 'returned',
};

/** Loads withdrawals of a provider as payouts, with their fees in the ledger. */
export async function loadPayouts(
  db: Db | Tx,
  { brandId, connector }: Provider,
  condition: Condition,
): Promise<LedgerMovement[]> {
  const { rows } = await sql<{
    id: string;
    provider_reference: string | null;
    amount: string;
    currency: string;
    status: WithdrawalStatus;
    fees: [currency: string, amount: string][] | null;
  }>`
    select t.id, t.provider_reference,
      coalesce(t.paid_amount, t.payout_amount, t.amount) as amount,
      coalesce(t.payout_currency, t.currency) as currency, t.status, (
      select json_agg(json_build_array(e.currency, e.amount::text))
      from ledger_transfers l
      join ledger_entries e on e.brand_id = l.brand_id and e.transfer_id = l.id
      join ledger_accounts a on a.id = e.account_id and a.kind = 'fees'
      where l.brand_id = t.brand_id and l.withdrawal_id = t.id
    ) as fees
    from withdrawals t
    where t.brand_id = ${brandId} and t.connector = ${connector} and ${condition}`.execute(db);
  return rows.map((row) => ({
    type: 'payout',
    providerReference: row.provider_reference,
    depositId: null,
    paymentId: null,
    withdrawalId: row.id,
    money: { amount: row.amount, currency: row.currency },
    status: statuses[row.status],
    fees: row.status === 'completed' || row.status === 'returned' ? sumFees(row.fees) : null,
  }));
}

/** Sums fees by currency. A fee that the provider kept is negative in the ledger. */
function sumFees(entries: [currency: string, amount: string][] | null): Map<string, string> {
  const sums = new Map<string, string>();
  for (const [currency, amount] of entries ?? []) {
    sums.set(currency, addDecimals(sums.get(currency) ?? '0', negateDecimal(amount)));
  }
  return sums;
}
