import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../core/caller.ts';
import type { Tx } from '../ground/database/connect.ts';
import { moveMoney, postTransfer } from '../money/ledger/transfers.ts';
import { lockReversal } from '../money/provider-events/reversals.ts';
import { lockPlayer } from '../players/player-row.ts';
import type { Act } from '../testing/property/acts.ts';
import { listDeposits, listWithdrawals } from '../testing/property/choose.ts';
import { Lane } from '../testing/property/lane.ts';
import { runRound } from '../testing/property/run-round.ts';
import { createWorld, type World } from '../testing/property/world.ts';
import { confirmDeposit } from './acts/deposit-acts.ts';
import { approveWithdrawal } from './acts/withdrawal-acts.ts';
import { lockWhole } from './data-protection/lock-whole.ts';

const lane = new Lane();
let world: World;

beforeAll(async () => {
  world = await createWorld(await lane.enter(), 'ledger');
  const acts: Act[] = [
    { kind: 'createDeposit', player: 0, key: 0, cents: 2_000, isForeign: false },
    { kind: 'createWithdrawal', player: 0, key: 0, cents: 6_000 },
    { kind: 'createDeposit', player: 1, key: 0, cents: 2_000, isForeign: false },
    { kind: 'pay', deposit: 1, amount: 'exact', currency: 'asked', hasFee: false },
    { kind: 'reverse', receipt: 0, how: 'chargeback', part: 'whole' },
    { kind: 'deliver', index: 0, way: 'once' },
    { kind: 'deliver', index: 0, way: 'once' },
  ];
  for (const act of acts) await runRound(world, [{ act, process: 0, crash: null }]);
});

afterAll(() => lane.close());

const act = () => ({ brandId: world.brandId, actor: 'desk', reason: 'as seen' });

/** Whether a session of this database waits for a lock. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
  return rows.length > 0;
}

/**
 * Runs two transactions: one locks the player and then does `work`; the other does everything
 * before its own lock of the player and waits for that lock. Neither may wait for the other's
 * further locks.
 */
async function workWhile(
  player: Caller,
  work: (tx: Tx) => Promise<unknown>,
  other: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const { core } = world.processes[0];
  let waiting: Promise<unknown> = Promise.resolve();
  await core.db.transaction().execute(async (tx) => {
    await lockPlayer(tx, player);
    waiting = core.db.transaction().execute(other);
    await expect.poll(isSomebodyWaiting).toBe(true);
    await work(tx);
  });
  await waiting;
}

/** Posts a transfer for a player's deposit or withdrawal. */
function book(
  tx: Tx,
  { brandId, playerId }: Caller,
  subject: { depositId: string } | { withdrawalId: string },
): Promise<void> {
  const money = { amount: '1', currency: 'EUR' };
  const from = { kind: 'player', owner: playerId } as const;
  const lines = moveMoney(money, from, { kind: 'fees', owner: 'desk' });
  return postTransfer(tx, { id: uuidv7(), brandId, kind: 'adjustment', ...subject, lines });
}

function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('The list is empty');
  return item;
}

describe('a transaction that locks a player, and one that locks a subject and waits for the player', () => {
  test('do not wait for each other, over a deposit', async () => {
    const { id: depositId } = first(await listDeposits(world));
    const player = first(world.players);
    const money = { amount: '20', currency: 'EUR' };
    await workWhile(
      player,
      (tx) => book(tx, player, { depositId }),
      (tx) => confirmDeposit(world.processes[1].core, tx, { ...act(), depositId, money }),
    );
    expect(first(await listDeposits(world))).toMatchObject({ status: 'processed' });
  });

  test('do not wait for each other, over a withdrawal', async () => {
    const { id: withdrawalId } = first(await listWithdrawals(world));
    const player = first(world.players);
    await workWhile(
      player,
      (tx) => book(tx, player, { withdrawalId }),
      (tx) => approveWithdrawal(world.processes[1].core, tx, { ...act(), withdrawalId }),
    );
    expect(await listWithdrawals(world)).toMatchObject([{ status: 'approved' }]);
  });

  test('do not wait for each other, over a reversal', async () => {
    const { brandId, db } = world;
    const { id, player_id } = first(
      await db.selectFrom('reversals').selectAll().where('brand_id', '=', brandId).execute(),
    );
    const player = world.players.find(({ playerId }) => playerId === player_id);
    if (player === undefined) throw new Error('The reversal has no player');
    const updateEvidence = (tx: Tx) =>
      tx
        .updateTable('reversals')
        .set({ evidence: 'reported again' })
        .where('brand_id', '=', brandId)
        .where('id', '=', id)
        .execute();
    await workWhile(player, updateEvidence, (tx) => lockReversal(tx, brandId, id));
    expect(await db.selectFrom('reversals').select('evidence').execute()).toEqual([
      { evidence: 'reported again' },
    ]);
  });
});

test('an erasure locks a deposit that is created meanwhile together with the player', async () => {
  const player = first(world.players);
  const { id: depositId } = first(await listDeposits(world));
  const createAnother = (tx: Tx) =>
    sql`
    insert into deposits select (jsonb_populate_record(d,
      jsonb_build_object('id', ${uuidv7()}::text, 'reference', ${uuidv7()}::text))).*
    from deposits d where d.id = ${depositId}`.execute(tx);
  const listUnlocked = () =>
    world.db
      .transaction()
      .execute((tx) =>
        tx
          .selectFrom('deposits')
          .select('id')
          .where('brand_id', '=', player.brandId)
          .where('player_id', '=', player.playerId)
          .forNoKeyUpdate()
          .skipLocked()
          .execute(),
      );
  await workWhile(player, createAnother, async (tx) => {
    await lockWhole(world.processes[0].core, tx, player);
    expect(await listUnlocked()).toEqual([]);
  });
});
