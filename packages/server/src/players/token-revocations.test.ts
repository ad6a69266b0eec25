import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from '../ground/database/connect.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { resolvePlayer } from './player-row.ts';
import { buildTokenRevocations, revokeTokens } from './token-revocations.ts';

let url: string;
let db: Db;

beforeAll(async () => {
  url = await createTestDatabase();
  db = connect(url);
});

afterAll(() => db.destroy());

const start = new Date('2026-11-23T10:00:00.400Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** A process that looks for revocations only when it is told to. */
function openProcess(now = () => start, own = db) {
  const warnings: string[] = [];
  const log = {
    info: () => {},
    error: () => {},
    warn: (_: object, text: string) => void warnings.push(text),
  };
  return { ...buildTokenRevocations({ db: own, log, now }, 3600_000), warnings };
}

async function newPlayer(brandId = 'kassa') {
  return { brandId, playerId: await resolvePlayer(db, brandId, uuidv7()) };
}

const revoke = (player: { brandId: string; playerId: string }, jti: string | null, now = start) =>
  db.transaction().execute((tx) =>
    revokeTokens({ now: () => now }, tx, player, {
      id: uuidv7(),
      jti,
      reason: 'a test',
      actor: 'a test',
    }),
  );

test('tokens issued up to the second of a revocation are revoked, with any or no id', async () => {
  const player = await newPlayer();
  const process = openProcess();
  await revoke(player, null);
  await process.refresh();
  const isRevoked = (issuedAt: Date, tokenId: string | null = null) =>
    process.isRevoked({ ...player, issuedAt, tokenId });
  expect(isRevoked(new Date('2026-11-23T10:00:00Z'), 'any')).toBe(true);
  expect(isRevoked(new Date('2026-11-23T10:00:01Z'))).toBe(false);
  await revoke(player, null, at(-60));
  await process.refresh();
  expect(isRevoked(new Date('2026-11-23T10:00:00Z'))).toBe(true);
});

test('a revocation concerns its own player, brand and token', async () => {
  const player = await newPlayer();
  const [bystander, foreigner] = [await newPlayer(), await newPlayer('other')];
  const process = openProcess();
  await revoke(player, 'one');
  await revoke(bystander, 'two');
  await process.refresh();
  const isRevoked = (who: typeof player, tokenId: string | null) =>
    process.isRevoked({ ...who, issuedAt: at(-5), tokenId });
  expect(isRevoked(player, 'one')).toBe(true);
  expect(isRevoked(player, 'two')).toBe(false);
  expect(isRevoked(player, null)).toBe(false);
  expect(isRevoked(foreigner, 'one')).toBe(false);
  expect(isRevoked({ ...player, brandId: 'other' }, 'one')).toBe(false);
});

test('a process knows the revocations from before its start, and those that were committed late', async () => {
  const [early, late] = [await newPlayer(), await newPlayer()];
  await revoke(early, null);
  await sql`update token_revocations set created_at = now() - interval '12 hours'
    where player_id = ${early.playerId}`.execute(db);
  const process = openProcess();
  let heard = 0;
  process.onRevoked(() => {
    heard += 1;
  });
  await process.start();
  expect(process.isRevoked({ ...early, issuedAt: at(-5), tokenId: null })).toBe(true);
  const before = heard;
  await revoke(late, null);
  await sql`update token_revocations set created_at = now() - interval '50 seconds'
    where player_id = ${late.playerId}`.execute(db);
  await process.refresh();
  expect(process.isRevoked({ ...late, issuedAt: at(-5), tokenId: null })).toBe(true);
  expect(heard).toBeGreaterThan(before);
  await process.stop();
});

/** Opens the database with a clock of its own, which stands until it is set. */
async function openWithClock() {
  await sql`create schema clock`.execute(db);
  await sql`create table clock.time as select now() as value`.execute(db);
  await sql`create function clock.now() returns timestamptz stable language sql
    as 'select value from clock.time'`.execute(db);
  const options = '-c search_path=clock,public,pg_catalog';
  const own = connect(`${url}?options=${encodeURIComponent(options)}`);
  const set = (hours: number) =>
    sql`update clock.time set value = value + make_interval(hours => ${hours})`.execute(db);
  return { own, set };
}

test('a process that was suspended learns what was revoked in the meantime', async () => {
  const player = await newPlayer();
  const { own, set } = await openWithClock();
  const process = openProcess(undefined, own);
  await process.refresh();
  await revoke(player, null);
  await sql`update token_revocations set created_at = now() + interval '1 hour'
    where player_id = ${player.playerId}`.execute(db);
  // The database's clock went on, and that of the process stood still.
  await set(2);
  await process.refresh();
  const token = { ...player, issuedAt: at(-5), tokenId: null };
  expect(process.isRevoked(token)).toBe(true);
  // The database's clock is set back, as after a change to a standby.
  await set(-3);
  const later = await newPlayer();
  await revoke(later, null);
  await sql`update token_revocations set created_at = now() - interval '1 hour'
    where player_id = ${later.playerId}`.execute(db);
  await process.refresh();
  expect(process.isRevoked({ ...token, ...later })).toBe(true);
  expect(process.warnings).toEqual([]);
  await own.destroy();
});

test('a revocation is dropped from memory once its tokens have expired', async () => {
  let now = start;
  const process = openProcess(() => now);
  const player = await newPlayer();
  await revoke(player, null);
  await process.refresh();
  const token = { ...player, issuedAt: at(-5), tokenId: null };
  await sql`update token_revocations set created_at = now() - interval '13 hours'`.execute(db);
  now = at(12 * 3600);
  await process.refresh();
  expect(process.isRevoked(token)).toBe(true);
  now = at(12 * 3600 + 61);
  await process.refresh();
  expect(process.isRevoked(token)).toBe(false);
});

test('a failed load keeps what is known, and is logged', async () => {
  const player = await newPlayer();
  const process = openProcess();
  await revoke(player, null);
  await process.refresh();
  await sql`alter table token_revocations rename to token_revocations_away`.execute(db);
  await process.refresh();
  await sql`alter table token_revocations_away rename to token_revocations`.execute(db);
  expect(process.warnings).toEqual(['the revoked tokens could not be loaded; trying again soon']);
  expect(process.isRevoked({ ...player, issuedAt: at(-5), tokenId: null })).toBe(true);
});
