import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../db/connect.ts';
import { confirmDeposit } from '../deposits/operator-acts.ts';
import { moveMoney, postTransfer } from '../ledger/post-transfer.ts';
import { listDeposits, listWithdrawals } from '../property/choose.ts';
import { Lane } from '../property/lane.ts';
import { runRound } from '../property/run-round.ts';
import type { Act } from '../property/steps.ts';
import { createWorld, type World } from '../property/world.ts';
import { approveWithdrawal } from '../withdrawals/operator-acts.ts';
import { lockPlayer } from './lock-player.ts';

const lane = new Lane();
let world: World;

beforeAll(async () => {
  world = await createWorld(await lane.enter(), 'ledger');
  const acts: Act[] = [
    { kind: 'createDeposit', player: 0, key: 0, cents: 2_000, isForeign: false },
    { kind: 'createWithdrawal', player: 0, key: 0, cents: 6_000 },
  ];
  for (const act of acts) await runRound(world, [{ act, process: 0, crash: null }]);
});

afterAll(() => lane.close());

const act = () => ({ brandId: world.brandId, actor: 'desk', reason: 'as seen' });

/** Whether somebody in this database waits for a lock. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
  return rows.length > 0;
}

/**
 * One has the player and books a transfer of the subject; the other has the subject and waits for the
 * player. Were the subject's lock a full one, each would wait for the other.
 */
async function bookWhile(
  subject: { depositId: string } | { withdrawalId: string },
  other: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const { core } = world.lives[0];
  const [player] = world.players;
  if (player === undefined) throw new Error('There is no player');
  const { brandId, playerId } = player;
  let waiting: Promise<unknown> = Promise.resolve();
  await core.db.transaction().execute(async (tx) => {
    await lockPlayer(tx, player);
    waiting = core.db.transaction().execute(other);
    await expect.poll(isSomebodyWaiting).toBe(true);
    const money = { amount: '1', currency: 'EUR' };
    const lines = moveMoney(
      money,
      { kind: 'player', owner: playerId },
      { kind: 'fees', owner: 'desk' },
    );
    await postTransfer(tx, { id: uuidv7(), brandId, kind: 'adjustment', ...subject, lines });
  });
  await waiting;
}

describe('who books money of a subject, and who has the subject and waits for its player', () => {
  test('do not wait for each other, over a deposit', async () => {
    const [deposit] = await listDeposits(world);
    if (deposit === undefined) throw new Error('There is no deposit');
    const { id: depositId } = deposit;
    const money = { amount: '20', currency: 'EUR' };
    await bookWhile({ depositId }, (tx) =>
      confirmDeposit(world.lives[1].core, tx, { ...act(), depositId, money }),
    );
    expect(await listDeposits(world)).toMatchObject([{ status: 'processed' }]);
  });

  test('do not wait for each other, over a withdrawal', async () => {
    const [withdrawal] = await listWithdrawals(world);
    if (withdrawal === undefined) throw new Error('There is no withdrawal');
    const { id: withdrawalId } = withdrawal;
    await bookWhile({ withdrawalId }, (tx) =>
      approveWithdrawal(world.lives[1].core, tx, { ...act(), withdrawalId }),
    );
    expect(await listWithdrawals(world)).toMatchObject([{ status: 'approved' }]);
  });
});
