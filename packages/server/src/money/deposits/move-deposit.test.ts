import type { DepositStatus } from '@kassa/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDeposits } from '../../testing/property/choose.ts';
import { Lane } from '../../testing/property/lane.ts';
import { runRound } from '../../testing/property/run-round.ts';
import { createWorld, type World } from '../../testing/property/world.ts';
import { moveDeposit } from './move-deposit.ts';

const lane = new Lane();
let world: World;

beforeAll(async () => {
  world = await createWorld(await lane.enter(), 'ledger');
});

afterAll(() => lane.close());

async function createDeposit() {
  const act = { kind: 'createDeposit', player: 0, key: 0, cents: 2_000, isForeign: false } as const;
  await runRound(world, [{ act, process: 0, crash: null }]);
  const [deposit] = await listDeposits(world);
  if (deposit === undefined) throw new Error('There is no deposit');
  return deposit;
}

const countRows = async (table: 'deposit_transitions' | 'webhook_events') =>
  (await world.db.selectFrom(table).select('id').where('brand_id', '=', world.brandId).execute())
    .length;

describe('moving a deposit', () => {
  test('in parallel by many processes succeeds once, with one row of history', async () => {
    const deposit = await createDeposit();
    const before = [await countRows('deposit_transitions'), await countRows('webhook_events')];
    const ends: DepositStatus[] = ['declined', 'canceled', 'autoCanceled', 'declined', 'canceled'];
    const moved = await Promise.all(
      ends.map((to, index) => {
        const { core } = world.processes[index % 2 === 0 ? 0 : 1];
        return core.db
          .transaction()
          .execute((tx) => moveDeposit(core, tx, deposit, to, { reason: 'a race' }));
      }),
    );
    const [winner, ...others] = moved.filter((it) => it !== null);
    expect(others).toEqual([]);
    expect(await listDeposits(world)).toMatchObject([{ status: winner?.status }]);
    const after = [await countRows('deposit_transitions'), await countRows('webhook_events')];
    expect(after).toEqual(before.map((count) => count + 1));
  });

  test('to a status that is not allowed throws, and changes nothing', async () => {
    const [deposit] = await listDeposits(world);
    if (deposit === undefined) throw new Error('There is no deposit');
    const { core } = world.processes[0];
    const illegal = core.db
      .transaction()
      .execute((tx) => moveDeposit(core, tx, deposit, 'awaitingPlayer', { reason: 'none' }));
    await expect(illegal).rejects.toThrow("can't go");
    expect(await listDeposits(world)).toEqual([deposit]);
  });
});
