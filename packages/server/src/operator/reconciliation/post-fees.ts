import {
  addDecimals,
  compareDecimals,
  type Decimal,
  type Money,
  negateDecimal,
} from '@kassa/contract';
import { type Selectable, sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ReconciliationDifferencesTable } from '../../ground/database/tables/reconciliation.ts';
import { bookFee } from '../../money/ledger/fees.ts';
import type { LedgerMovement } from './differences.ts';
import type { Run } from './find-run.ts';
import { loadPayouts, loadReceipts } from './load-movements.ts';
import { ended, saveRun } from './run-progress.ts';

/**
 * The fees booked by a run. A total is negative if the provider kept less than was booked before.
 */
export interface PostedFees {
  count: number;
  /** By currency. */
  totals: Record<string, Decimal>;
}

/** Queues a run's fee differences for the reconciliation job, which books them. */
export async function startPosting(
  tx: Tx,
  run: Run,
  { reason, now }: { reason: string; now: Date },
): Promise<Run> {
  return tx
    .updateTable('reconciliation_runs')
    .set({
      status: 'running',
      phase: 'fees',
      cursor: null,
      fee_reason: reason,
      next_batch_at: now,
      finished_at: null,
    })
    .where('brand_id', '=', run.brand_id)
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Returns what the posting of a run's fees moves, by currency: the size of each correction, up or down. Null if
 * the provider itself gave the figures, or while the file is still compared.
 */
export async function findUploadedFees(db: Db | Tx, run: Run): Promise<Money[] | null> {
  if (run.kind !== 'settlement' || run.status === 'running') return null;
  const rows = await db
    .selectFrom('reconciliation_differences')
    .select(['ours', 'theirs'])
    .where('brand_id', '=', run.brand_id)
    .where('run_id', '=', run.id)
    .where('kind', '=', 'feeDiffers')
    .execute();
  const sums = new Map<string, Decimal>();
  for (const { ours, theirs } of rows) {
    const fee = parseShownMoney(theirs);
    if (fee === null) continue;
    for (const { amount, currency } of listCorrections(parseShownFees(ours), fee)) {
      const size = compareDecimals(amount, '0') < 0 ? negateDecimal(amount) : amount;
      sums.set(currency, addDecimals(sums.get(currency) ?? '0', size));
    }
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency }));
}

/** Parses the booked fees in the format of `compareMovement`: `1.50 EUR + 0.001 BTC`, or `0`. */
function parseShownFees(text: string | null): ReadonlyMap<string, string> {
  const fees = (text ?? '').split(' + ').flatMap((part) => parseShownMoney(part) ?? []);
  return new Map(fees.map(({ amount, currency }) => [currency, amount]));
}

/** Loads the fees that a run has booked so far. */
export async function loadPosted(db: Db | Tx, { brand_id, id }: Run): Promise<PostedFees> {
  const rows = await db
    .selectFrom('settlement_fees')
    .select(({ fn }) => [
      'currency',
      fn.sum<Decimal>('amount').as('total'),
      fn.countAll<string>().as('count'),
    ])
    .where('brand_id', '=', brand_id)
    .where('run_id', '=', id)
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  return {
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    totals: Object.fromEntries(rows.map(({ currency, total }) => [currency, total])),
  };
}

/**
 * Books the next fee difference of a run, so that the ledger has the provider's fee. A fee that was
 * booked meanwhile is not booked again.
 */
export async function bookNextFee(core: Core, run: Run): Promise<Run | null> {
  const difference = await findNext(core.db, run);
  if (difference === undefined) return saveRun(core.db, run, ended(run, core.now()));
  return core.db.transaction().execute(async (tx) => {
    const saved = await saveRun(tx, run, { cursor: difference.id });
    if (saved !== null) await bookDifference(tx, run, difference);
    return saved;
  });
}

type FeeDifference = Pick<
  Selectable<ReconciliationDifferencesTable>,
  'id' | 'deposit_id' | 'payment_id' | 'withdrawal_id' | 'theirs'
>;

function findNext(db: Db, run: Run): Promise<FeeDifference | undefined> {
  return db
    .selectFrom('reconciliation_differences')
    .select(['id', 'deposit_id', 'payment_id', 'withdrawal_id', 'theirs'])
    .where('brand_id', '=', run.brand_id)
    .where('run_id', '=', run.id)
    .$if(run.cursor !== null, (query) => query.where('id', '>', run.cursor))
    .where('kind', '=', 'feeDiffers')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

async function bookDifference(tx: Tx, run: Run, difference: FeeDifference): Promise<void> {
  const movement = await lockMovement(tx, run, difference);
  const fee = parseShownMoney(difference.theirs);
  if (movement?.fees == null || fee === null) return;
  const { depositId, paymentId, withdrawalId } = movement;
  for (const money of listCorrections(movement.fees, fee)) {
    await bookFee(tx, {
      brandId: run.brand_id,
      connector: run.connector,
      runId: run.id,
      ...(depositId !== null && paymentId !== null && { deposit: { id: depositId, paymentId } }),
      ...(withdrawalId !== null && { withdrawalId }),
      money,
      reason: run.fee_reason ?? '',
    });
  }
}

/**
 * Locks the deposit or withdrawal, so that two runs can't book the same fee; loads the movement.
 */
async function lockMovement(
  tx: Tx,
  run: Run,
  found: FeeDifference,
): Promise<LedgerMovement | undefined> {
  const isDeposit = found.deposit_id !== null;
  await tx
    .selectFrom(isDeposit ? 'deposits' : 'withdrawals')
    .select('id')
    .where('brand_id', '=', run.brand_id)
    .where('id', '=', found.deposit_id ?? found.withdrawal_id)
    .forNoKeyUpdate()
    .execute();
  const ref = { brandId: run.brand_id, connector: run.connector };
  const movements = isDeposit
    ? await loadReceipts(tx, ref, sql`t.id = ${found.payment_id}`)
    : await loadPayouts(tx, ref, sql`t.id = ${found.withdrawal_id}`);
  return movements[0];
}

/** Returns the amounts to book so that the ledger has exactly this fee. */
function listCorrections(booked: ReadonlyMap<string, string>, fee: Money): Money[] {
  const currencies = new Set([...booked.keys(), fee.currency]);
  return [...currencies]
    .map((currency) => {
      const wanted = currency === fee.currency ? fee.amount : '0';
      const amount = addDecimals(wanted, negateDecimal(booked.get(currency) ?? '0'));
      return { amount, currency };
    })
    .filter(({ amount }) => compareDecimals(amount, '0') !== 0);
}

/** Parses an amount in the format of `compareMovement`: `1.50 EUR`. */
function parseShownMoney(text: string | null): Money | null {
  const [amount, currency] = text?.split(' ') ?? [];
  return amount === undefined || currency === undefined ? null : { amount, currency };
}
