import * as z from 'zod/mini';
import type { Db } from '../../ground/database/connect.ts';
import type { BankStatement } from '../../ground/database/tables/requisites.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

export const statementSchema = z.object({
  id: z.string(),
  account: z.string(),
  requisiteId: z.string(),
  format: z.enum(['csv', 'camt.053']),
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
  /** Lines that are no payments: money that went out, reversals, what isn't booked. */
  ignored: z.int(),
  /** The lines by which the bank took back money that had come in: nothing follows by itself. */
  takenBack: z.array(z.int()),
  actor: z.string(),
  createdAt: instantSchema,
  finishedAt: z.nullable(instantSchema),
});

export function describeStatement(statement: BankStatement): z.infer<typeof statementSchema> {
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
    ignored: statement.ignored,
    takenBack: statement.taken_back,
    actor: statement.actor,
    createdAt: statement.created_at.toISOString(),
    finishedAt: statement.finished_at?.toISOString() ?? null,
  };
}

/**
 * Loads a statement of the brand.
 * @throws OperatorError statement.notFound, also for a statement of another brand
 */
export async function findStatement(
  db: Db,
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
