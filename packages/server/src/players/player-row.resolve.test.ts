import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from '../ground/database/connect.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { resolvePlayer } from './player-row.ts';

let db: Db;

beforeAll(async () => {
  db = connect(await createTestDatabase());
});

afterAll(() => db.destroy());

test('a player has one row per brand, even with two concurrent first calls', async () => {
  const meet = () => resolvePlayer(db, 'kassa', 'player-1');
  const [first, second] = await Promise.all([meet(), meet()]);
  expect(second).toBe(first);
  expect(await meet()).toBe(first);
});

test('the same external id at another brand is another player', async () => {
  const ours = await resolvePlayer(db, 'kassa', 'player-2');
  const theirs = await resolvePlayer(db, 'other', 'player-2');
  expect(theirs).not.toBe(ours);
  expect(await resolvePlayer(db, 'other', 'player-2')).toBe(theirs);
});
