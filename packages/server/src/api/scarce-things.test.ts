import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../ground/database/connect.ts';
import { createTestDatabase } from '../testing/test-database.ts';

/* What a player's calls fill, as docs/threat-model.md lists it with each limit. */

const source = path.resolve(import.meta.dirname, '..');
const page = path.resolve(source, '../../../docs/threat-model.md');
const [, section = ''] = readFileSync(page, 'utf8').split(/^## (?=Scarce things|Outside)/m);
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2);
const prose = section.slice(section.lastIndexOf('No call of a player'));

const namesIn = (text: string) => [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);

test('each table is one that players fill, or one that they don’t', async () => {
  const db = connect(await createTestDatabase(), { poolSize: 1 });
  onTestFinished(() => db.destroy());
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like 'kysely%'`.execute(db);
  const known = tables.map(({ name }) => name);
  const filled = rows.flatMap((row) => namesIn(row.split('|')[1] ?? ''));
  const others = namesIn(prose);
  expect([...new Set(filled), ...others].sort()).toEqual(known.sort());
});

test('each place in the code that counts what a player takes has its line', () => {
  const counts = /\b(buildTurns|buildCounter|takeDailyUse|RateLimiterMemory)\(/;
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !/\.test\.ts$|^testing\//.test(file) && !definitions.has(file),
  );
  const counting = files.filter((file) =>
    counts.test(readFileSync(path.join(source, file), 'utf8')),
  );
  const unnamed = counting.filter((file) => !section.includes(`(../packages/server/src/${file})`));
  expect(counting.length).toBeGreaterThan(8);
  expect(unnamed).toEqual([]);
});

test('each line says what it limits, what happens above that, and names a test', () => {
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const [, thing, by, limit, , , tests] = row.split('|').map((cell) => cell.trim());
    expect([thing, by, limit].every((cell) => cell !== '')).toBe(true);
    expect(tests).toMatch(/\.test\.ts\) "/);
  }
});

/** Where the counters themselves are. */
const definitions: ReadonlySet<string> = new Set(['ground/turns.ts', 'api/counter.ts']);
