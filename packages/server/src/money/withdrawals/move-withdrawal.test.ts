import type { WithdrawalStatus } from '@kassa/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { listWithdrawals } from '../../testing/property/choose.ts';
import { Lane } from '../../testing/property/lane.ts';
import { runRound } from '../../testing/property/run-round.ts';
import { createWorld, type World } from '../../testing/property/world.ts';
import { moveWithdrawal } from './move-withdrawal.ts';
import { releaseWithdrawal } from './settle-withdrawal.ts';

const lane = new Lane();
let world: World;

beforeAll(async () => {
  world = await createWorld(await lane.enter(), 'ledger');
});

afterAll(() => lane.close());

/** Creates a withdrawal that waits for review. */
async function createWithdrawal(key: number): Promise<Withdrawal> {
  const act = { kind: 'createWithdrawal', player: 0, key, cents: 6_000 } as const;
  await runRound(world, [{ act, process: 0, crash: null }]);
  const withdrawal = (await listWithdrawals(world)).at(-1);
  if (withdrawal === undefined) throw new Error('There is no withdrawal');
  return withdrawal;
}

const countRows = async (table: 'withdrawal_transitions' | 'webhook_events') =>
  (await world.db.selectFrom(table).select('id').where('brand_id', '=', world.brandId).execute())
    .length;

describe('moving a withdrawal', () => {
  test('in parallel by many processes succeeds once, with one row of history', async () => {
    const withdrawal = await createWithdrawal(0);
    const before = [await countRows('withdrawal_transitions'), await countRows('webhook_events')];
    const states: WithdrawalStatus[] = ['approved', 'sent', 'approved', 'sent'];
    const moved = await Promise.all(
      states.map((to, index) => {
        const { core } = world.processes[index % 2 === 0 ? 0 : 1];
        return core.db
          .transaction()
          .execute((tx) => moveWithdrawal(core, tx, withdrawal, to, { reason: 'a race' }));
      }),
    );
    expect(moved.filter((it) => it !== null)).toHaveLength(1);
    const after = [await countRows('withdrawal_transitions'), await countRows('webhook_events')];
    expect(after).toEqual(before.map((count) => count + 1));
  });

  test('releases the held money once, however many releases run in parallel', async () => {
    const withdrawal = await createWithdrawal(1);
    const released = await Promise.all(
      (['canceled', 'rejected', 'failed', 'canceled'] as const).map((to) => {
        const { core } = world.processes[0];
        return core.db
          .transaction()
          .execute((tx) => releaseWithdrawal(core, tx, withdrawal, to, 'a race'));
      }),
    );
    expect(released.filter((it) => it !== null)).toHaveLength(1);
    const transfers = await world.db
      .selectFrom('ledger_transfers')
      .select('kind')
      .where('withdrawal_id', '=', withdrawal.id)
      .execute();
    expect(transfers.map(({ kind }) => kind).sort()).toEqual(['hold', 'release']);
  });

  test('to a status that is not allowed throws, and changes nothing', async () => {
    const [, canceled] = await listWithdrawals(world);
    if (canceled === undefined) throw new Error('There is no withdrawal');
    const { core } = world.processes[0];
    const illegal = core.db
      .transaction()
      .execute((tx) => moveWithdrawal(core, tx, canceled, 'sending', { reason: 'none' }));
    await expect(illegal).rejects.toThrow("can't go");
    expect(await listWithdrawals(world)).toContainEqual(canceled);
  });
});
