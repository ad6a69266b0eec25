import { moneySchema } from '@kassa/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { PendingActsTable } from '../../ground/database/tables/operator.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

export type PendingAct = Selectable<PendingActsTable>;

export const pendingStateSchema = z.enum([
  'pending',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
]);

/** The field that names a pending act in a path. */
export const pendingActField = { pendingActId: z.uuid() };

/** A pending act as operators see it. */
export const pendingActSchema = z.object({
  id: z.string(),
  state: pendingStateSchema,
  /** The name of the endpoint: `deposits-confirm`. */
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** The money of the act, in each currency in which the act states it. */
  money: z.array(moneySchema),
  /** The request that is repeated on approval. */
  request: z.record(z.string(), z.unknown()),
  proposedBy: z.string(),
  proposedByKey: z.string(),
  createdAt: instantSchema,
  /** From then on the act can't be approved. */
  expiresAt: instantSchema,
  decidedBy: z.nullable(z.string()),
  decidedByKey: z.nullable(z.string()),
  decidedAt: z.nullable(instantSchema),
  decisionReason: z.nullable(z.string()),
});

/** The response to an act that waits for the approval of a second key. */
export const pendingAnswerSchema = z.object({ pendingAct: pendingActSchema });

export function describePendingAct(row: PendingAct): z.infer<typeof pendingActSchema> {
  return {
    id: row.id,
    state: row.state,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    money: row.money,
    request: row.logged,
    proposedBy: row.proposed_by,
    proposedByKey: row.proposed_by_key,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by,
    decidedByKey: row.decided_by_key,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
  };
}

/**
 * Returns a pending act that was looked for in a brand.
 * @throws OperatorError pendingAct.notFound
 */
export function requireFound(row: PendingAct | undefined): PendingAct {
  if (row !== undefined) return row;
  throw new OperatorError('pendingAct.notFound', 'There is no such pending act.');
}
