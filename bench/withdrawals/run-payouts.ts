import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { type Player, post, type Target } from '../deposits/player.ts';
import type { Db } from '../deposits/wait-for-credited.ts';
import { payoutMethod, withdrawn } from './payout-brand.ts';

const timeoutMs = 60_000;
const pollMs = 20;

export interface Payouts {
  /** The duration of each withdrawal-create. */
  createMs: number[];
  /** The time in which the withdrawals were created, in ms. */
  creatingMs: number;
  /** The time from the first request to the provider until the last payout is booked, in ms. */
  payingMs: number;
}

const createdSchema = z.object({ withdrawalId: z.string() });

/**
 * Lets all players request `each` withdrawals at the same time, and waits until all are paid. The
 * pause until the next run of the job that sends payouts belongs to neither time.
 */
export async function runPayouts(
  target: Target,
  db: Db,
  players: readonly Player[],
  each: number,
): Promise<Payouts> {
  const createMs: number[] = [];
  const ids: string[] = [];
  const startedAt = performance.now();
  await Promise.all(
    players.map(async (player) => {
      for (let index = 0; index < each; index += 1) {
        const askedAt = performance.now();
        ids.push(await createWithdrawal(target, player));
        createMs.push(performance.now() - askedAt);
      }
    }),
  );
  const creatingMs = performance.now() - startedAt;
  await waitForPaid(db, ids);
  return { createMs, creatingMs, payingMs: await readPayingMs(db, ids) };
}

async function createWithdrawal(target: Target, player: Player): Promise<string> {
  const body = JSON.stringify({ ...withdrawn, paymentType: payoutMethod });
  const answer = await post(target, '/api/banking/withdrawal-create', body, {
    authorization: `Bearer ${player.token}`,
    'idempotency-key': uuidv7(),
  });
  return createdSchema.parse(JSON.parse(answer)).withdrawalId;
}

async function waitForPaid(db: Db, ids: readonly string[]): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { count } = await db
      .selectFrom('withdrawals')
      .select((expression) => expression.fn.countAll().as('count'))
      .where('id', 'in', ids)
      .where('status', '=', 'completed')
      .executeTakeFirstOrThrow();
    if (Number(count) === ids.length) return;
    if (Date.now() > deadline) throw new Error(`Only ${count} of ${ids.length} payouts were paid.`);
    await delay(pollMs);
  }
}

async function readPayingMs(db: Db, ids: readonly string[]): Promise<number> {
  const moves = await db
    .selectFrom('withdrawal_transitions')
    .select(['to_status', 'created_at'])
    .where('withdrawal_id', 'in', ids)
    .where('to_status', 'in', ['sending', 'completed'])
    .execute();
  const timesOf = (status: string) =>
    moves.filter(({ to_status }) => to_status === status).map((move) => move.created_at.getTime());
  return Math.max(...timesOf('completed')) - Math.min(...timesOf('sending'));
}
