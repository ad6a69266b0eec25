import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { publishDeposit } from '../../messages/realtime/publish.ts';
import { loadTransactions } from '../addresses/load-transactions.ts';

/** Pushes deposits with the payments to their addresses to their players' open widgets. */
export async function publishPayments(core: Core, deposits: readonly Deposit[]): Promise<void> {
  const seen = await loadTransactions(core, deposits);
  for (const deposit of deposits) publishDeposit(core, deposit, seen.get(deposit.id));
}
