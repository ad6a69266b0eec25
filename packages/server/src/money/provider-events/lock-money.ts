import type { Money } from '@kassa/contract';
import { sql } from 'kysely';
import type { Tx } from '../../ground/database/connect.ts';
import type { Report } from './record-transfer.ts';

/**
 * Lets the reports on one amount in an account, and the acts of operators that name such money, run one
 * after another until the end of the transaction: two sources or two people may name the same money at
 * the same moment. Locked before a transfer, a payment on a chain and a deposit.
 */
export async function lockMoney(
  tx: Tx,
  { brandId, account, amount, currency }: Money & { brandId: string; account: string },
): Promise<void> {
  const place = `money ${brandId} ${account} ${currency} `;
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended(${place} || trim_scale(${amount}::numeric)::text, 0))`.execute(tx);
}

/**
 * Takes the lock of the previous release, too, whose processes run beside this one during a rolling restart. To
 * be deleted with the next release. Locked after the money.
 */
export async function lockAsBefore(
  tx: Tx,
  { evidence: { brandId, connector }, transfer: { paid }, requisite }: Report,
): Promise<void> {
  const place = `transfers ${brandId} ${requisite?.id ?? connector} ${paid.currency} `;
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended(${place} || trim_scale(${paid.amount}::numeric)::text, 0))`.execute(tx);
}
