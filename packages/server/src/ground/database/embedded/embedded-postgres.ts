import { existsSync, openSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describeFolder, type Folder } from './folder.ts';
import { findFreePort } from './free-port.ts';
import { initialize } from './initialize.ts';
import { loadPostgresBinaries } from './postgres-binaries.ts';
import {
  answers,
  buildAdminUrl,
  findRunning,
  hasOtherClients,
  type Postmaster,
  readPidFile,
  startTimeoutMs,
} from './postmaster.ts';
import { isAlive, spawnAs } from './processes.ts';
import { resolveUnprivileged, type Unprivileged } from './unprivileged.ts';

/** The PostgreSQL major version of these files; other major versions can't read them. */
const majorVersion = '18';
const stopTimeoutMs = 30_000;
/** How long a closed connection may be listed on a busy machine. */
const closingMs = 1_000;

export interface EmbeddedPostgres {
  /** Connection address of the database `kassa`. */
  url: string;
  /** Stops PostgreSQL if this process owns it, the one that runs by then. */
  stop: () => Promise<void>;
}

/**
 * Starts the project's own PostgreSQL on a folder, or joins the one that already runs there: after
 * a `kill -9` of Node its postmaster keeps running, and the next start takes it over. PostgreSQL
 * accepts only loopback connections with a random password.
 * @throws with the end of PostgreSQL's own log if it doesn't start.
 */
export async function startEmbeddedPostgres(
  directory: string,
  {
    settings = [],
    port,
  }: {
    settings?: string[];
    /** The port, if PostgreSQL isn't running yet; any free port by default. */
    port?: number;
  } = {},
): Promise<EmbeddedPostgres> {
  const folder = describeFolder(directory);
  const user = await resolveUnprivileged();
  await mkdir(folder.root, { recursive: true, mode: 0o700 });
  await user.own(folder.root);
  if (!existsSync(folder.cluster)) await initialize(folder, user);
  await requireVersion(folder);

  const postmaster =
    (await findRunning(folder)) ??
    (await start(folder, user, settings, port ?? (await findFreePort())));
  if (!(await isOwned(folder))) await writeFile(folder.ownerFile, String(process.pid));
  await createDatabase(postmaster.adminUrl);
  return {
    url: postmaster.adminUrl.replace(/\/postgres$/, '/kassa'),
    stop: () => release(folder, postmaster.adminUrl),
  };
}

async function requireVersion(folder: Folder): Promise<void> {
  const found = (await readFile(path.join(folder.data, 'PG_VERSION'), 'utf8')).trim();
  if (found === majorVersion) return;
  throw new Error(
    `${folder.data} was created by PostgreSQL ${found}, but this Kassa includes PostgreSQL ${majorVersion}. ` +
      'Dump it with the old version and restore it with the new one, or set KASSA_DATA to another folder.',
  );
}

async function start(
  folder: Folder,
  user: Unprivileged,
  settings: string[],
  port: number,
): Promise<Postmaster> {
  const { postgres } = await loadPostgresBinaries();
  const log = openSync(folder.logFile, 'a', 0o600);
  const args = [
    ['-D', folder.data],
    ['-p', String(port)],
    ['-c', 'listen_addresses=127.0.0.1'],
    ['-c', 'unix_socket_directories='],
    // A plan that was made while a new database's tables were empty lasts until they are first analyzed.
    ['-c', 'autovacuum_naptime=10s'],
    ...settings.map((setting) => ['-c', setting]),
  ].flat();
  // PostgreSQL gets a session of its own: Ctrl-C in the terminal reaches only Kassa, which stops
  // PostgreSQL last.
  const child = spawnAs(user, postgres, args, { detached: true, stdio: ['ignore', log, log] });
  let hasEnded = false;
  child.on('error', () => {
    hasEnded = true;
  });
  child.on('exit', () => {
    hasEnded = true;
  });
  child.unref();
  const adminUrl = await buildAdminUrl(folder, port);
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && !hasEnded && child.pid !== undefined) {
    if (await answers(adminUrl)) return { pid: child.pid, adminUrl };
    await delay(50);
  }
  // Another Kassa process may have started PostgreSQL on this folder at the same moment.
  const running = await findRunning(folder);
  if (running !== null) return running;
  throw new Error(`PostgreSQL did not start. The end of its log:\n${await lastLines(folder)}`);
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  // A connection that breaks between two statements would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    // The lock ends with this connection; a concurrent start waits here.
    await client.query("select pg_advisory_lock(hashtext('create database kassa'))");
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'kassa'");
    if (rowCount === 0) await client.query('create database kassa');
  } finally {
    await client.end();
  }
}

/** Whether another live Kassa process owns the postmaster of this folder. */
async function isOwned(folder: Folder): Promise<boolean> {
  const owner = Number(await readFile(folder.ownerFile, 'utf8').catch(() => '0'));
  return owner > 0 && owner !== process.pid && isAlive(owner);
}

/**
 * Stops PostgreSQL if this process owns it and no other process uses it. Otherwise the last of
 * those processes stops it.
 */
async function release(folder: Folder, adminUrl: string): Promise<void> {
  if (await isOwned(folder)) return;
  await rm(folder.ownerFile, { force: true });
  if (await isInUse(adminUrl)) return;
  const { pid } = await readPidFile(folder);
  if (pid === 0) return;
  try {
    // "Fast shutdown": PostgreSQL rolls open transactions back; all commits are on disk.
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  // Waits for the pid file, not for the pid: in a container without an init process, nothing reaps
  // a postmaster that was taken over.
  const deadline = Date.now() + stopTimeoutMs;
  while (Date.now() < deadline && (await readPidFile(folder)).pid === pid) await delay(20);
}

/**
 * Whether other processes use PostgreSQL. A connection that was closed, above all one of this process, is
 * listed until PostgreSQL has ended it.
 */
async function isInUse(adminUrl: string): Promise<boolean> {
  const deadline = Date.now() + closingMs;
  while (await hasOtherClients(adminUrl)) {
    if (Date.now() >= deadline) return true;
    await delay(20);
  }
  return false;
}

async function lastLines(folder: Folder): Promise<string> {
  const log = await readFile(folder.logFile, 'utf8').catch(() => '');
  return log.trimEnd().split('\n').slice(-15).join('\n');
}
