import { padToCurrency } from '@kassa/contract';
import * as z from 'zod/mini';
import type { Correction } from '../../ground/database/tables/corrections.ts';
import { instantSchema } from '../request-fields.ts';

/** A correction as operators see it. */
export const correctionSchema = z.object({
  id: z.string(),
  reference: z.string(),
  direction: z.enum(['credit', 'debit']),
  amount: z.string(),
  currency: z.string(),
  /** `pending` until your wallet answers; `refused` if it refused: no money moved. */
  status: z.enum(['pending', 'done', 'refused']),
  /** The last response of your wallet, if it has not done it. */
  detail: z.nullable(z.string()),
  reason: z.string(),
  actor: z.string(),
  createdAt: instantSchema,
});

export function describeCorrection(
  correction: Correction & { detail: string | null },
): z.infer<typeof correctionSchema> {
  return {
    id: correction.id,
    reference: correction.reference,
    direction: correction.direction,
    amount: padToCurrency(correction.amount, correction.currency),
    currency: correction.currency,
    status: correction.status,
    detail: correction.detail,
    reason: correction.reason,
    actor: correction.actor,
    createdAt: correction.created_at.toISOString(),
  };
}
