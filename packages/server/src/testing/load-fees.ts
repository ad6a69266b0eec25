import type { Core } from '../core/core.ts';

/** Loads the provider's fees of a deposit or withdrawal from the ledger, one number per booking. */
export async function loadFees(
  { db }: Pick<Core, 'db'>,
  subject: { depositId: string } | { withdrawalId: string },
): Promise<number[]> {
  const [column, id] =
    'depositId' in subject
      ? (['t.deposit_id', subject.depositId] as const)
      : (['t.withdrawal_id', subject.withdrawalId] as const);
  const rows = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .innerJoin('ledger_transfers as t', 't.id', 'e.transfer_id')
    .select('e.amount')
    .where(column, '=', id)
    .where('a.kind', '=', 'fees')
    .execute();
  return rows.map(({ amount }) => -Number(amount)).sort();
}
