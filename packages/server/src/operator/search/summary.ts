import * as z from 'zod/mini';
import { instantSchema } from '../instants.ts';

/** What a deposit and a withdrawal have in common in a list. */
export const summaryFields = {
  id: z.string(),
  reference: z.string(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  playerId: z.string(),
  /** The operator's own id of the player. */
  player: z.string(),
  method: z.string(),
  connector: z.string(),
  amount: z.string(),
  currency: z.string(),
  country: z.nullable(z.string()),
  providerReference: z.nullable(z.string()),
  failureCode: z.nullable(z.string()),
};

interface SummaryRow {
  id: string;
  reference: string;
  created_at: Date;
  updated_at: Date;
  player_id: string;
  external_id: string;
  payment_method: string;
  connector: string;
  amount: string;
  currency: string;
  country: string | null;
  provider_reference: string | null;
  failure_code: string | null;
}

export function summarize(row: SummaryRow) {
  return {
    id: row.id,
    reference: row.reference,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    playerId: row.player_id,
    player: row.external_id,
    method: row.payment_method,
    connector: row.connector,
    amount: row.amount,
    currency: row.currency,
    country: row.country,
    providerReference: row.provider_reference,
    failureCode: row.failure_code,
  };
}
