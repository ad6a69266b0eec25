import * as z from 'zod/mini';
import type { Db } from '../../ground/database/connect.ts';
import type { DepositAttempt } from '../../ground/database/tables/attempts.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { attemptIdOf } from '../../money/deposits/attempt-id.ts';
import { instantSchema } from '../request-fields.ts';
import type { Entry, Subject } from './timeline.ts';

/** An attempt of a deposit as operators see it. */
export const attemptSchema = z.object({
  number: z.number(),
  account: z.string(),
  /** Null while it is open. */
  outcome: z.nullable(z.enum(['paid', 'secondPayment', 'declined', 'failed', 'unpaid'])),
  /** The provider's error, or the reason of its decline. */
  error: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  beganAt: instantSchema,
  endedAt: z.nullable(instantSchema),
});

export function describeAttempt(row: DepositAttempt): z.infer<typeof attemptSchema> {
  return {
    number: row.number,
    account: row.account,
    outcome: row.outcome,
    error: row.error,
    detail: row.detail,
    beganAt: row.began_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** A route of the payment's method as it was planned, and why. */
export const routeSchema = z.object({
  account: z.string(),
  /** The place among the attempts; null if the route is left out. */
  order: z.nullable(z.number()),
  because: z.string(),
});

export function describeRoutes({
  route_plan,
}: Pick<Deposit, 'route_plan'>): z.infer<typeof routeSchema>[] {
  return (route_plan ?? []).map(({ account, order, because }) => ({ account, order, because }));
}

/** Loads the attempts of a deposit in their order; deposits of older releases have none. */
export function loadAttempts(db: Db, { brandId, id }: Subject): Promise<DepositAttempt[]> {
  return db
    .selectFrom('deposit_attempts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('deposit_id', '=', id)
    .orderBy('number')
    .execute();
}

/** Builds the entries of an attempt: its beginning and, if it has ended, its outcome. */
export function toAttemptEntries(row: DepositAttempt): Entry[] {
  const { number, account, outcome, began_at, ended_at } = row;
  const id = attemptIdOf(row.deposit_id, number);
  const entry = (at: Date, text: string): Entry => ({
    at: at.toISOString(),
    kind: 'attempt',
    text: `attempt ${number} at ${account}${text}`,
    id,
  });
  const why = [row.error, row.detail].filter((part) => part !== null).join(': ');
  return [
    entry(began_at, ''),
    ...(ended_at === null ? [] : [entry(ended_at, `: ${outcome}${why === '' ? '' : ` (${why})`}`)]),
  ];
}
