import { sql } from 'kysely';
import type { StoredRows } from './load-stored-rows.ts';
import type { World } from './world.ts';

/**
 * Checks the attempts of deposits after the world has settled: they are complete, one of each deposit
 * with money is paid, the one whose money is credited if any is, no operator is needed to keep the rest uncredited, each account's books have its
 * own money, and the statistics have counted each attempt once.
 */
export async function checkAttempts(world: World, stored: StoredRows): Promise<string[]> {
  noteSeen(world, stored);
  return [
    ...stored.deposits.flatMap((deposit) => checkDeposit(deposit, stored)),
    ...(await findForeignEntries(world)),
    ...(await checkStatistics(world, stored)),
  ];
}

function checkDeposit(
  { id, connector, attempt }: StoredRows['deposits'][number],
  { attempts, payments }: StoredRows,
): string[] {
  const own = attempts.filter((row) => row.deposit_id === id);
  const receipts = payments.filter((row) => row.deposit_id === id);
  const problems: string[] = [];
  const isNumbered = own.every(({ number }, index) => number === index + 1);
  const last = own.at(-1);
  if (!isNumbered || last?.number !== attempt || last.account !== connector) {
    problems.push(`attempts are ${own.map((row) => `${row.number} ${row.account}`).join()}`);
  }
  const paid = own.filter(({ outcome }) => outcome === 'paid');
  if (paid.length !== (receipts.length > 0 ? 1 : 0)) problems.push(`is paid ${paid.length} times`);
  for (const { account, outcome } of own) {
    const hasMoney = receipts.some((row) => row.connector === account);
    const isPaid = outcome === 'paid' || outcome === 'secondPayment';
    if (outcome === null || hasMoney !== isPaid) problems.push(`is ${outcome} at ${account}`);
  }
  const credited = receipts.filter((row) => row.status === 'credited');
  if (credited.length > 0 && !credited.some((row) => row.connector === paid[0]?.account)) {
    problems.push(`is paid at ${paid[0]?.account}, where no money is credited`);
  }
  // An operator may credit a second payment.
  const unresolved = credited.filter((row) => !row.resolved_reason);
  const accounts = new Set(unresolved.map((row) => row.connector));
  if (accounts.size > 1) problems.push(`is credited at ${[...accounts].join()}`);
  return problems.map((problem) => `deposit ${id} ${problem}`);
}

/** The transfer of a receipt books the clearing and fees of the account where it arrived. */
async function findForeignEntries({ db, brandId }: World): Promise<string[]> {
  const { rows } = await sql<{ id: string; owner: string }>`
    select p.id, a.owner from payments p
    join ledger_entries e on e.transfer_id = p.transfer_id
    join ledger_accounts a on a.id = e.account_id and a.kind in ('clearing', 'fees')
    where p.brand_id = ${brandId} and a.owner <> p.connector`.execute(db);
  return rows.map(({ id, owner }) => `payment ${id} is booked at ${owner}`);
}

async function checkStatistics(
  { db, brandId }: World,
  { attempts }: StoredRows,
): Promise<string[]> {
  const rows = await db
    .selectFrom('route_statistics')
    .selectAll()
    .where('brand_id', '=', brandId)
    .execute();
  return [...new Set(attempts.map(({ account }) => account))].flatMap((account) => {
    const own = attempts.filter((row) => row.account === account && !isRefused(row));
    const paid = own.filter(({ outcome }) => outcome === 'paid' || outcome === 'secondPayment');
    const counted = rows.filter((row) => row.account === account);
    const sum = (column: 'attempts' | 'credits') =>
      counted.reduce((total, row) => total + row[column], 0);
    const isRight = sum('attempts') === own.length && sum('credits') === paid.length;
    return isRight ? [] : [`${account}: ${sum('credits')} of ${sum('attempts')} are counted`];
  });
}

/** The operator declined the deposit before the account was asked. */
const isRefused = ({ outcome, error }: StoredRows['attempts'][number]) =>
  outcome === 'declined' && error === 'operator.declined';

function noteSeen({ seen }: World, { attempts, deposits, payments }: StoredRows): void {
  if (attempts.some(({ number }) => number > 1)) seen.add('a deposit went to another account');
  const lastOf = new Map(deposits.map(({ id, connector }) => [id, connector]));
  if (payments.some(({ deposit_id, connector }) => lastOf.get(deposit_id) !== connector)) {
    seen.add('a deposit was paid at an account that had denied it');
  }
}
