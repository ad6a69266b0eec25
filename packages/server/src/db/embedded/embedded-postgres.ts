import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { loadPostgresBinaries } from './postgres-binaries.ts';
import { resolveUnprivileged, type Unprivileged } from './unprivileged.ts';

/** The PostgreSQL major version whose files these are; another one cannot read them. */
const majorVersion = '18';
const startTimeoutMs = 60_000;

export interface EmbeddedPostgres {
  /** Connection address of the database `kassa`. */
  url: string;
  /** Stops PostgreSQL if this process is the one that answers for it. */
  stop: () => Promise<void>;
}

interface Folder {
  root: string;
  data: string;
  passwordFile: string;
  ownerFile: string;
  logFile: string;
}

/**
 * Starts the PostgreSQL that came with the project on a folder, or joins the one that already runs
 * there: after a `kill -9` of Node its postmaster lives on, and is taken over by the next start.
 * Only loopback connections with a random password are accepted.
 * @throws with the end of PostgreSQL's own log when it does not come up.
 */
export async function startEmbeddedPostgres(
  directory: string,
  { settings = [] }: { settings?: string[] } = {},
): Promise<EmbeddedPostgres> {
  const folder = describeFolder(directory);
  const user = await resolveUnprivileged();
  await mkdir(folder.root, { recursive: true, mode: 0o700 });
  await user.own(folder.root);
  if (!existsSync(path.join(folder.data, 'PG_VERSION'))) await initialize(folder, user);
  await requireVersion(folder);

  const running = await findRunning(folder);
  const postmaster = running ?? (await start(folder, user, settings));
  const isOurs = running === null || !(await isOwned(folder));
  if (isOurs) await writeFile(folder.ownerFile, String(process.pid));
  await createDatabase(postmaster.adminUrl);
  return {
    url: postmaster.adminUrl.replace(/\/postgres$/, '/kassa'),
    stop: async () => {
      if (!isOurs) return;
      await stop(postmaster.pid);
      await rm(folder.ownerFile, { force: true });
    },
  };
}

function describeFolder(directory: string): Folder {
  const root = path.resolve(directory);
  const at = (name: string) => path.join(root, name);
  return {
    root,
    data: at('data'),
    passwordFile: at('password'),
    ownerFile: at('owner.pid'),
    logFile: at('postgres.log'),
  };
}

/** Makes the data folder under another name first: one that was cut short is never taken for whole. */
async function initialize(folder: Folder, user: Unprivileged): Promise<void> {
  const { initdb } = await loadPostgresBinaries();
  const unfinished = `${folder.data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await user.own(unfinished);
  await writeFile(folder.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await user.own(folder.passwordFile);
  const process = spawnAs(user, initdb, [
    `--pgdata=${unfinished}`,
    '--username=kassa',
    `--pwfile=${folder.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
  const { code, output } = await finished(process);
  if (code !== 0) throw new Error(`PostgreSQL could not make its data folder:\n${output}`);
  await rename(unfinished, folder.data);
}

async function requireVersion(folder: Folder): Promise<void> {
  const found = (await readFile(path.join(folder.data, 'PG_VERSION'), 'utf8')).trim();
  if (found === majorVersion) return;
  throw new Error(
    `${folder.data} was made by PostgreSQL ${found}, this Kassa brings ${majorVersion}. ` +
      'Dump it with the old version and load it again, or set KASSA_DATA to another folder.',
  );
}

interface Postmaster {
  pid: number;
  adminUrl: string;
}

/** The postmaster that runs on this folder, by its pid file, if it answers. */
async function findRunning(folder: Folder): Promise<Postmaster | null> {
  const file = await readFile(path.join(folder.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port] = file.split('\n');
  if (!pid || !port || !isAlive(Number(pid))) return null;
  const adminUrl = await buildAdminUrl(folder, Number(port));
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && isAlive(Number(pid))) {
    if (await answers(adminUrl)) return { pid: Number(pid), adminUrl };
    await delay(100);
  }
  return null;
}

async function start(folder: Folder, user: Unprivileged, settings: string[]): Promise<Postmaster> {
  const { postgres } = await loadPostgresBinaries();
  const port = await findFreePort();
  const log = openSync(folder.logFile, 'a', 0o600);
  const args = [
    ['-D', folder.data],
    ['-p', String(port)],
    ['-c', 'listen_addresses=127.0.0.1'],
    ['-c', 'unix_socket_directories='],
    ...settings.map((setting) => ['-c', setting]),
  ].flat();
  // Its own session: Ctrl-C in the terminal reaches Kassa alone, which stops PostgreSQL last.
  const process = spawnAs(user, postgres, args, { detached: true, stdio: ['ignore', log, log] });
  process.unref();
  const adminUrl = await buildAdminUrl(folder, port);
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && process.exitCode === null && process.pid !== undefined) {
    if (await answers(adminUrl)) return { pid: process.pid, adminUrl };
    await delay(50);
  }
  throw new Error(`PostgreSQL did not start. The end of its log:\n${await lastLines(folder)}`);
}

async function buildAdminUrl(folder: Folder, port: number): Promise<string> {
  const password = (await readFile(folder.passwordFile, 'utf8')).trim();
  return `postgres://kassa:${password}@127.0.0.1:${port}/postgres`;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'kassa'");
    if (rowCount === 0) await client.query('create database kassa');
  } finally {
    await client.end();
  }
}

/** Whether another living Kassa process answers for the postmaster on this folder. */
async function isOwned(folder: Folder): Promise<boolean> {
  const owner = Number(await readFile(folder.ownerFile, 'utf8').catch(() => '0'));
  return owner > 0 && owner !== process.pid && isAlive(owner);
}

/** "Fast shutdown": open transactions are rolled back, everything committed is on disk. */
async function stop(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await delay(20);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function spawnAs(
  user: Unprivileged,
  file: string,
  args: string[],
  options: object = {},
): ChildProcess {
  const [command = file, ...rest] = [...user.prefix, file, ...args];
  return spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], ...user.options, ...options });
}

function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

async function lastLines(folder: Folder): Promise<string> {
  const log = await readFile(folder.logFile, 'utf8').catch(() => '');
  return log.trimEnd().split('\n').slice(-15).join('\n');
}
