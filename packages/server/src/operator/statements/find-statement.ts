import * as z from 'zod/mini';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { BankStatement } from '../../ground/database/tables/requisites.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';
import { countWaiting } from './held-lines.ts';

export const statementSchema = z.object({
  id: z.string(),
  account: z.string(),
  requisiteId: z.string(),
  format: z.enum(['csv', 'camt.053', 'mt940']),
  /** The bank's id of the statement. */
  bankReference: z.nullable(z.string()),
  /** `running`: some payments are still to be matched. */
  status: z.enum(['running', 'done']),
  /** All its lines: `ignored`, `matched`, `known`, `review`, and those still to be matched. */
  lines: z.int(),
  /** Payments that were credited or parked. */
  matched: z.int(),
  /** Payments that a notification or another statement had reported before. */
  known: z.int(),
  /** Payments that wait for a person, or did when they were matched. */
  review: z.int(),
  /** Those in review that would be credited, and wait for a second key. */
  waiting: z.int(),
  /** Lines that are no payments: money that went out, what isn't booked. */
  ignored: z.int(),
  /** The lines by which the bank took back money that had come in: nothing follows by itself. */
  takenBack: z.array(z.int()),
  /** Who uploaded it. */
  actor: z.string(),
  /** `bank`: the brand says that the account's files are signed; null: of an earlier release. */
  word: z.nullable(z.enum(['uploader', 'bank'])),
  /** Who approved the lines that waited, and why. */
  approvedBy: z.nullable(z.string()),
  approvalReason: z.nullable(z.string()),
  createdAt: instantSchema,
  finishedAt: z.nullable(instantSchema),
});

/** @param waiting - the number of its lines that wait for a second key */
export function describeStatement(
  statement: BankStatement,
  waiting: number,
): z.infer<typeof statementSchema> {
  return {
    id: statement.id,
    account: statement.account,
    requisiteId: statement.requisite_id,
    format: statement.format,
    bankReference: statement.bank_reference,
    status: statement.finished_at === null ? 'running' : 'done',
    lines: statement.lines,
    matched: statement.matched,
    known: statement.known,
    review: statement.review,
    waiting,
    ignored: statement.ignored,
    takenBack: statement.taken_back,
    actor: statement.actor,
    word: statement.word,
    approvedBy: statement.approved_by,
    approvalReason: statement.approval_reason,
    createdAt: statement.created_at.toISOString(),
    finishedAt: statement.finished_at?.toISOString() ?? null,
  };
}

/** Describes a statement with the lines that wait for a second key. */
export async function describeWithWaiting(
  db: Db | Tx,
  statement: BankStatement,
): Promise<z.infer<typeof statementSchema>> {
  const waiting = await countWaiting(db, [statement.id]);
  return describeStatement(statement, waiting.get(statement.id) ?? 0);
}

/**
 * Loads a statement of the brand.
 * @throws OperatorError statement.notFound, also for a statement of another brand
 */
export async function findStatement(
  db: Db | Tx,
  brandId: string,
  statementId: string,
): Promise<BankStatement> {
  const statement = await db
    .selectFrom('bank_statements')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', statementId)
    .executeTakeFirst();
  if (statement !== undefined) return statement;
  throw new OperatorError('statement.notFound', 'There is no such statement.');
}
