import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Folder } from './folder.ts';
import { isAlive } from './processes.ts';

/** How long PostgreSQL may take to start; recovery after a crash takes longest. */
export const startTimeoutMs = 60_000;

/** A running PostgreSQL. */
export interface Postmaster {
  pid: number;
  adminUrl: string;
}

/** Finds the postmaster of this folder by its pid file; null unless it responds or is starting. */
export async function findRunning(folder: Folder): Promise<Postmaster | null> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    const { pid, port, status } = await readPidFile(folder);
    if (pid === 0 || !isAlive(pid)) return null;
    if (!(await isPostmaster(pid))) {
      // After a crash of the machine the pid can belong to another program, or its process is a zombie.
      // PostgreSQL would take it for a postmaster and refuse to start.
      await rm(pidFileOf(folder), { force: true });
      return null;
    }
    if (port > 0) {
      const adminUrl = await buildAdminUrl(folder, port);
      if (await answers(adminUrl)) return { pid, adminUrl };
      if (status === 'ready') return null;
    }
    await delay(50);
  }
  return null;
}

const pidFileOf = ({ data }: Folder) => path.join(data, 'postmaster.pid');

/**
 * Reads PostgreSQL's pid file: pid on line 1, port on line 4, status on line 8; 0 and '' if absent.
 */
export async function readPidFile(
  folder: Folder,
): Promise<{ pid: number; port: number; status: string }> {
  const lines = (await readFile(pidFileOf(folder), 'utf8').catch(() => '')).split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), status: lines[7]?.trim() ?? '' };
}

/**
 * Whether the process of a pid file runs and is a PostgreSQL. Where the system can't tell, each process is one. On
 * Linux one that has ended, and that its parent hasn't noticed yet (a zombie), runs no more.
 */
export async function isPostmaster(pid: number): Promise<boolean> {
  if (pid <= 0 || !isAlive(pid)) return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => `${pid} (postgres) S`);
  return /^\d+ \(postgres.*\) [^ZX]/s.test(stat);
}

export async function buildAdminUrl(folder: Folder, port: number): Promise<string> {
  const password = (await readFile(folder.passwordFile, 'utf8')).trim();
  return `postgres://kassa:${password}@127.0.0.1:${port}/postgres`;
}

export async function answers(url: string): Promise<boolean> {
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

export async function hasOtherClients(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return rowCount !== 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
