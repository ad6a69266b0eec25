import { setTimeout as delay } from 'node:timers/promises';
import type { connect } from '@kassa/server';

export type Db = ReturnType<typeof connect>;

const timeoutMs = 60_000;

/** Counts the credited payments in the database. */
export async function countCredited(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('status', '=', 'credited')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Waits until that many payments are credited. */
export async function waitForCredited(db: Db, expected: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let credited = await countCredited(db);
  while (credited < expected) {
    if (Date.now() > deadline)
      throw new Error(`Only ${credited} of ${expected} deposits were credited.`);
    await delay(5);
    credited = await countCredited(db);
  }
}
