import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { keepPostgres } from './keep-postgres.ts';
import { isPostmaster } from './postmaster.ts';
import { isAlive } from './processes.ts';
import { resolveUnprivileged } from './unprivileged.ts';

const newFolder = async () =>
  path.join(await mkdtemp(path.join(tmpdir(), 'kassa-postgres-')), 'postgres');

const remove = (made: string) => rm(path.dirname(made), { recursive: true, force: true });

/** A stopped PostgreSQL, which tests copy: to create one takes a second. */
let stopped: string;
let folder: string;

beforeAll(async () => {
  stopped = await newFolder();
  await (await startEmbeddedPostgres(stopped)).stop();
});

afterAll(() => remove(stopped));

beforeEach(async () => {
  folder = await newFolder();
});

afterEach(() => remove(folder));

/** Starts the test's own PostgreSQL, on a copy. */
async function startCopy() {
  const own = (await resolveUnprivileged()).own;
  await cp(stopped, folder, { recursive: true });
  await own(folder);
  for (const name of await readdir(folder, { recursive: true })) await own(path.join(folder, name));
  return startEmbeddedPostgres(folder);
}

const pidFile = () => path.join(folder, 'cluster', 'data', 'postmaster.pid');

const staleLines = () => [
  ...[process.pid, path.join(folder, 'cluster', 'data')],
  ...[1, 1, '', '', '', 'ready'],
];

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A connection may break between two statements, when its postmaster is killed.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

test('two concurrent starts on an empty folder share one database, and the last process stops it', async () => {
  const [first, second] = await Promise.all([
    startEmbeddedPostgres(folder),
    startEmbeddedPostgres(folder),
  ]);
  expect(second.url).toBe(first.url);
  const user = new pg.Client({ connectionString: first.url });
  await user.connect();
  await first.stop();
  // A client is still connected, so PostgreSQL keeps running.
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await user.end();
  await second.stop();
  await expect(readFile(pidFile())).rejects.toThrow('ENOENT');
});

test('is stopped by its last process while a closed connection is still listed', async () => {
  const { url, stop } = await startCopy();
  const user = new pg.Client({ connectionString: url });
  await user.connect();
  const stopping = stop();
  const owner = path.join(folder, 'owner.pid');
  await expect.poll(() => readFile(owner).catch(() => null)).toBeNull();
  await user.end();
  await stopping;
  await expect(readFile(pidFile())).rejects.toThrow('ENOENT');
});

test('keeps its data over a stop and a start', async () => {
  const before = await startCopy();
  await ask(before.url, 'create table kept as select 7 as number');
  await before.stop();
  const after = await startEmbeddedPostgres(folder);
  expect(await ask(after.url, 'select number from kept')).toEqual([{ number: 7 }]);
  await after.stop();
});

test('starts if the pid of its pid file now belongs to another program', async () => {
  const before = await startCopy();
  await before.stop();
  await writeFile(pidFile(), staleLines().join('\n'));
  const after = await startEmbeddedPostgres(folder);
  expect(await ask(after.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await after.stop();
});

describe('a postmaster that is killed', () => {
  const kill = async () => {
    const [pid] = (await readFile(pidFile(), 'utf8')).split('\n').map(Number);
    process.kill(pid ?? 0, 'SIGKILL');
  };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  test('is started again at its address, by one of two that watch it, with its data', async () => {
    const { url, stop } = await startCopy();
    await ask(url, 'create table kept as select 7 as number');
    const onLost = vi.fn();
    const watches = [1, 2].map(() => keepPostgres(folder, url, { log, onLost }));
    for (let kills = 0; kills < 2; kills += 1) {
      await kill();
      const read = () => ask(url, 'select number from kept').catch(() => null);
      await expect.poll(read, { timeout: 60_000 }).toEqual([{ number: 7 }]);
    }
    await Promise.all(watches.map((end) => end()));
    expect(onLost).not.toHaveBeenCalled();
    await stop();
    await expect(readFile(pidFile())).rejects.toThrow('ENOENT');
  });

  test('is started again although its pid now belongs to another program', async () => {
    const { url, stop } = await startCopy();
    await stop();
    await writeFile(pidFile(), staleLines().join('\n'));
    const end = keepPostgres(folder, url, { log, onLost: vi.fn() });
    const read = () => ask(url, 'select 1 as one').catch(() => null);
    await expect.poll(read, { timeout: 60_000 }).toEqual([{ one: 1 }]);
    await end();
    await stop();
  });

  test.skipIf(process.platform !== 'linux')('is dead, too, before its parent notices', async () => {
    const root = path.dirname(folder);
    await symlink('/bin/sh', path.join(root, 'postgres'));
    // The program that replaces the shell waits for no child.
    const script = "./postgres -c 'kill -STOP $$' & echo $!; exec sleep 1000";
    const parent = spawn('sh', ['-c', script], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    onTestFinished(() => {
      process.kill(pid, 'SIGKILL');
    });
    await expect.poll(() => isPostmaster(pid)).toBe(true);
    const parentName = () => readFile(`/proc/${parent.pid}/comm`, 'utf8');
    await expect.poll(parentName).toBe('sleep\n');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isPostmaster(pid)).toBe(false);
    expect(isAlive(pid)).toBe(true);
  });

  test('and cannot be started again is reported', async () => {
    const { url } = await startCopy();
    await writeFile(path.join(folder, 'cluster', 'data', 'PG_VERSION'), '15\n');
    const lost = Promise.withResolvers<unknown>();
    const end = keepPostgres(folder, url, { log, onLost: lost.resolve, triesMs: 0 });
    await kill();
    expect(await lost.promise).toMatchObject({
      message: expect.stringContaining("can't be started again"),
      cause: { message: expect.stringContaining('PostgreSQL 15') },
    });
    await end();
  });
});

test('refuses the files of another version, names it, and leaves them unchanged', async () => {
  await mkdir(path.join(folder, 'cluster', 'data'), { recursive: true });
  await writeFile(path.join(folder, 'cluster', 'data', 'PG_VERSION'), '15\n');
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow('created by PostgreSQL 15');
});
