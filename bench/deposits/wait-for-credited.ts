import { setTimeout as delay } from 'node:timers/promises';
import type { connect } from '@kassa/server';

export type Db = ReturnType<typeof connect>;

const timeoutMs = 60_000;
const pollMs = 5;

/** Waits until all of the deposits are credited. It reads only them, however many there are. */
export async function waitForCredited(db: Db, depositIds: readonly string[]): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let waiting = [...depositIds];
  for (;;) {
    const credited = await db
      .selectFrom('payments')
      .select('deposit_id')
      .where('deposit_id', 'in', waiting)
      .where('status', '=', 'credited')
      .execute();
    const paid = new Set(credited.map(({ deposit_id }) => deposit_id));
    waiting = waiting.filter((id) => !paid.has(id));
    if (waiting.length === 0) return;
    if (Date.now() > deadline) {
      throw new Error(`${waiting.length} of ${depositIds.length} deposits were not credited.`);
    }
    await delay(pollMs);
  }
}
