import type { CallError } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Db, type Tx } from '../ground/database/connect.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import {
  blockPlayer,
  listPlayerBlocks,
  type PlayerBlock,
  requireNotBlocked,
  unblockPlayer,
} from './player-blocks.ts';
import type { PlayerRef } from './player-row.ts';

const day = 24 * 60 * 60_000;
const start = Date.parse('2026-11-20T12:00:00Z');

let db: Db;
let now: Date;
let player: PlayerRef;
const core = { now: () => now };

beforeAll(async () => {
  db = connect(await createTestDatabase());
});

afterAll(() => db.destroy());

beforeEach(async () => {
  now = new Date(start);
  player = await createPlayer();
});

async function createPlayer(): Promise<PlayerRef> {
  const playerId = uuidv7();
  await db
    .insertInto('players')
    .values({ id: playerId, brand_id: 'kassa', external_id: playerId })
    .execute();
  return { brandId: 'kassa', playerId };
}

const run = <Result>(act: (tx: Tx) => Promise<Result>) => db.transaction().execute(act);

function block(part: Partial<PlayerBlock> = {}): Promise<PlayerBlock> {
  return run((tx) =>
    blockPlayer(core, tx, player, {
      id: uuidv7(),
      what: 'deposits',
      source: 'operator',
      until: null,
      reason: 'a doubtful document',
      actor: 'key "desk"',
      ...part,
    }),
  );
}

const unblock = (id: string, of = player) =>
  run((tx) => unblockPlayer(core, tx, of, { id, actor: 'key "desk"' }));

async function refusal(transaction: 'deposit' | 'withdrawal') {
  try {
    await requireNotBlocked(core, db, player, transaction);
    return null;
  } catch (error) {
    const { code, params } = error as CallError;
    return { code, params };
  }
}

test.each([
  ['deposits', true, false],
  ['withdrawals', false, true],
  ['all', true, true],
] as const)(
  'a block of %s blocks deposits: %s, withdrawals: %s',
  async (what, deposits, withdrawals) => {
    expect(await refusal('deposit')).toBeNull();
    await block({ what });
    expect(await refusal('deposit')).toEqual(
      deposits ? { code: 'player.blocked', params: {} } : null,
    );
    expect(await refusal('withdrawal')).toEqual(
      withdrawals ? { code: 'player.blocked', params: {} } : null,
    );
  },
);

test('a block ends by itself', async () => {
  await block({ until: new Date(start + day) });
  expect(await refusal('deposit')).toEqual({
    code: 'player.blocked',
    params: { until: '2026-11-21T12:00:00.000Z' },
  });
  now = new Date(start + day);
  expect(await refusal('deposit')).toBeNull();
});

test('of several blocks, the error names the one that ends last', async () => {
  await block({ until: new Date(start + day) });
  await block({ source: 'selfExclusion', until: new Date(start + 2 * day) });
  expect(await refusal('deposit')).toEqual({
    code: 'player.selfExcluded',
    params: { until: '2026-11-22T12:00:00.000Z' },
  });
  await block({ until: null });
  expect(await refusal('deposit')).toEqual({ code: 'player.blocked', params: {} });
});

test("an operator's block can be lifted once, and stays in the list", async () => {
  const { id } = await block();
  expect(await unblock(id)).toMatchObject({
    kind: 'lifted',
    before: { lifted_at: null },
    after: { lifted_at: now, lifted_by: 'key "desk"' },
  });
  expect(await refusal('deposit')).toBeNull();
  expect(await unblock(id)).toEqual({ kind: 'over' });
  expect(await listPlayerBlocks(db, player)).toMatchObject([{ id, reason: 'a doubtful document' }]);
});

test("a self-exclusion can't be lifted before its end, not even in the database", async () => {
  const until = new Date(start + day);
  const { id } = await block({ source: 'selfExclusion', until });
  expect(await unblock(id)).toEqual({ kind: 'selfExclusion', until });
  const forced = db
    .updateTable('player_blocks')
    .set({ lifted_at: now, lifted_by: 'someone' })
    .where('id', '=', id)
    .execute();
  await expect(forced).rejects.toThrow(/check constraint/);
  expect(await refusal('deposit')).toMatchObject({ code: 'player.selfExcluded' });
  now = until;
  expect(await unblock(id)).toEqual({ kind: 'over' });
});

test('a permanent self-exclusion is never lifted', async () => {
  const { id } = await block({ source: 'selfExclusion' });
  now = new Date(start + 10_000 * day);
  expect(await unblock(id)).toEqual({ kind: 'selfExclusion', until: null });
});

test("another player's block and an unknown block are not found", async () => {
  const { id } = await block();
  expect(await unblock(id, await createPlayer())).toEqual({ kind: 'notFound' });
  expect(await unblock(uuidv7())).toEqual({ kind: 'notFound' });
  expect(await unblock('1')).toEqual({ kind: 'notFound' });
});

test('rejects a block whose end has passed', async () => {
  await expect(block({ until: now })).rejects.toMatchObject({ code: 'request.invalid' });
});
