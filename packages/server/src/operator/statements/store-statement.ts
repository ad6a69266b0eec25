import { compareDecimals } from '@kassa/contract';
import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { BankStatement, RequisiteRow } from '../../ground/database/tables/requisites.ts';
import type { ReadStatement, StatementLine } from '../../money/requisites/statement-line.ts';
import { OperatorError } from '../operator-error.ts';
import { sealLine } from './statement-lines.ts';
import { resolveWord } from './statement-word.ts';
import { leaseMs } from './step-statements.ts';

export interface NewStatement {
  id: string;
  requisite: RequisiteRow;
  read: ReadStatement;
  /** By what a CSV or MT940 file was read, digested; null for camt.053. */
  reading: string | null;
  /** SHA-256 of the file. */
  digest: string;
  actor: string;
  /** The key that uploaded it. */
  keyId?: string | null;
}

const batchSize = 500;

/** Whether a line is money that came in: a payment, or a payout that came back. */
const isReceived = ({ isCredit, amount }: StatementLine) =>
  isCredit && compareDecimals(amount, '0') > 0;

/** Whether the bank took back money that had come in. */
const isTakenBack = ({ isCredit, isReversal }: StatementLine) => !isCredit && isReversal;

/**
 * Stores a statement with its payments, which are then matched in steps. Returns the earlier one if
 * the same file was loaded before.
 * @throws OperatorError statement.otherAccount if it was loaded as one of another account
 */
export async function storeStatement(
  core: Core,
  tx: Tx,
  statement: NewStatement,
): Promise<{ statement: BankStatement; isRepeat: boolean }> {
  const { id, requisite, read, reading, digest, actor, keyId = null } = statement;
  const payments = read.lines.filter(isReceived);
  // Another process may store the same file at this moment.
  const place = `statement ${requisite.brand_id} ${digest}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(tx);
  await requireNotOfAnother(tx, statement, payments.length);
  const entryCount = read.lines.length + read.notBookedCount;
  const stored = await tx
    .insertInto('bank_statements')
    .values({
      id,
      brand_id: requisite.brand_id,
      account: requisite.account,
      requisite_id: requisite.id,
      format: read.format,
      reading,
      digest,
      bank_reference: read.bankReference,
      lines: entryCount,
      ignored: entryCount - payments.length,
      taken_back: read.lines.filter(isTakenBack).map(({ line }) => line),
      actor,
      word: resolveWord(core, requisite.brand_id, requisite.account),
      uploaded_by_key: keyId,
      // The import works on it first.
      next_step_at: new Date(core.now().getTime() + leaseMs),
      created_at: core.now(),
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'digest', 'requisite_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (stored === undefined) return { statement: await findEarlier(tx, statement), isRepeat: true };
  for (let start = 0; start < payments.length; start += batchSize) {
    const rows = payments
      .slice(start, start + batchSize)
      .map((line) => sealLine(core.vault, stored, line));
    await tx.insertInto('bank_statement_lines').values(rows).execute();
  }
  return { statement: stored, isRepeat: false };
}

function findEarlier(tx: Tx, { requisite, digest }: NewStatement): Promise<BankStatement> {
  return tx
    .selectFrom('bank_statements')
    .selectAll()
    .where('brand_id', '=', requisite.brand_id)
    .where('digest', '=', digest)
    .where('requisite_id', '=', requisite.id)
    .executeTakeFirstOrThrow();
}

/** A file that says nothing of its account may be loaded for a wrong one the second time. */
async function requireNotOfAnother(
  tx: Tx,
  { requisite, digest }: NewStatement,
  paymentCount: number,
): Promise<void> {
  if (paymentCount === 0) return;
  const other = await tx
    .selectFrom('bank_statements as s')
    .innerJoin('requisites as q', 'q.id', 's.requisite_id')
    .select('q.masked')
    .where('s.brand_id', '=', requisite.brand_id)
    .where('s.digest', '=', digest)
    .where('s.requisite_id', '<>', requisite.id)
    .executeTakeFirst();
  if (other === undefined) return;
  const message = `This file was loaded before, as the statement of ${other.masked}.`;
  throw new OperatorError('statement.otherAccount', message);
}
