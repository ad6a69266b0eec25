import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'kassa-postgres-')), 'postgres');
});

afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

const pidFile = () => path.join(folder, 'cluster', 'data', 'postmaster.pid');

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

test('two starts at once on an empty folder share one database, and the last one stops it', async () => {
  const [first, second] = await Promise.all([
    startEmbeddedPostgres(folder),
    startEmbeddedPostgres(folder),
  ]);
  expect(second.url).toBe(first.url);
  const user = new pg.Client({ connectionString: first.url });
  await user.connect();
  await first.stop();
  // Someone is still connected: it may not be taken away.
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await user.end();
  await second.stop();
  await expect(readFile(pidFile())).rejects.toThrow('ENOENT');
});

test('what was written is there after a stop and a start', async () => {
  const before = await startEmbeddedPostgres(folder);
  await ask(before.url, 'create table kept as select 7 as number');
  await before.stop();
  const after = await startEmbeddedPostgres(folder);
  expect(await ask(after.url, 'select number from kept')).toEqual([{ number: 7 }]);
  await after.stop();
});

test('a pid file whose number now belongs to another program is no obstacle', async () => {
  const before = await startEmbeddedPostgres(folder);
  await before.stop();
  const stale = [process.pid, path.join(folder, 'cluster', 'data'), 1, 1, '', '', '', 'ready'];
  await writeFile(pidFile(), stale.join('\n'));
  const after = await startEmbeddedPostgres(folder);
  expect(await ask(after.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await after.stop();
});

test('the files of another version are refused by name, and not touched', async () => {
  await mkdir(path.join(folder, 'cluster', 'data'), { recursive: true });
  await writeFile(path.join(folder, 'cluster', 'data', 'PG_VERSION'), '15\n');
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow('made by PostgreSQL 15');
});
