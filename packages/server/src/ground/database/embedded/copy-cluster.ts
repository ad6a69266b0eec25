import { chmod, chown, copyFile, lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Folders whose content PostgreSQL recreates at start; the copy contains them empty. */
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Files that belong to the running process or are only a cache. */
const excludedFiles =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label|tablespace_map)$/;

/**
 * Copies the data of a running PostgreSQL with the low-level base backup of its manual. Files are
 * copied while PostgreSQL writes to them; the write-ahead log, copied last, makes them consistent
 * when PostgreSQL starts on the copy.
 * @param adminUrl A superuser's address.
 * @throws if the database's files can't be read, or PostgreSQL rejects the backup.
 */
export async function copyCluster(adminUrl: string, from: string, to: string): Promise<void> {
  // Start and stop must use one session; if it breaks, PostgreSQL discards the backup by itself.
  const client = new pg.Client({ connectionString: adminUrl });
  let failure: Error | null = null;
  client.on('error', (error) => {
    failure = error;
  });
  await client.connect();
  try {
    // Keeps PostgreSQL from recycling the log before it is copied; the slot ends with the session.
    const slot = `kassa_backup_${process.pid}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const begun = await client.query("select pg_backup_start('kassa', true)::text as lsn");
    await copyFolder(from, to, '');
    const ended = await client.query(
      'select lsn::text, labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    const { lsn: stopLsn, labelfile } = ended.rows[0] as { lsn: string; labelfile: string };
    await copyLog(client, from, to, {
      first: (begun.rows[0] as { lsn: string }).lsn,
      last: stopLsn,
    });
    const label = path.join(to, 'backup_label');
    await writeFile(label, labelfile, { mode: 0o600, flush: true });
    await keepOwner(from, label);
    if (failure !== null) throw failure;
  } finally {
    await client.end().catch(() => {});
  }
}

async function copyFolder(from: string, to: string, below: string): Promise<void> {
  await mkdir(path.join(to, below), { recursive: true });
  await keepOwner(path.join(from, below), path.join(to, below));
  if (emptyFolders.has(below)) {
    if (below === 'pg_wal') await makeLogFolders(from, to);
    return;
  }
  for (const entry of await readdir(path.join(from, below), { withFileTypes: true })) {
    if (excludedFiles.test(entry.name)) continue;
    const name = path.join(below, entry.name);
    if (entry.isDirectory()) await copyFolder(from, to, name);
    else if (entry.isFile()) await copyWhole(path.join(from, name), path.join(to, name));
    else throw new Error(`${path.join(from, name)} is not a regular file and can't be copied`);
  }
}

async function makeLogFolders(from: string, to: string): Promise<void> {
  for (const name of ['archive_status', 'summaries']) {
    const folder = path.join('pg_wal', name);
    await mkdir(path.join(to, folder), { recursive: true });
    await keepOwner(path.join(from, 'pg_wal'), path.join(to, folder));
  }
}

/**
 * Copies the log segments from the start of the backup to the point where the copy is consistent.
 */
async function copyLog(
  client: pg.Client,
  from: string,
  to: string,
  lsn: { first: string; last: string },
): Promise<void> {
  const { rows } = await client.query(
    'select pg_walfile_name($1::pg_lsn) as first, pg_walfile_name($2::pg_lsn) as last',
    [lsn.first, lsn.last],
  );
  const { first, last } = rows[0] as { first: string; last: string };
  const files = await readdir(path.join(from, 'pg_wal'));
  const needed = files.filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  const histories = files.filter((name) => name.endsWith('.history'));
  if (!needed.includes(first) || !needed.includes(last)) {
    throw new Error('The write-ahead log of the backup is incomplete. Start the backup again.');
  }
  for (const name of [...needed, ...histories]) {
    await copyWhole(path.join(from, 'pg_wal', name), path.join(to, 'pg_wal', name));
  }
}

/** Copies a file and flushes it to disk. A file that was deleted meanwhile is skipped. */
async function copyWhole(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
    await keepOwner(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const file = await open(to, 'r+');
  await file.sync();
  await file.close();
}

/** PostgreSQL only starts if its user owns the files and no other user can open them. */
async function keepOwner(from: string, to: string): Promise<void> {
  const { uid, gid, mode } = await lstat(from);
  await chmod(to, mode & 0o777);
  if (process.getuid?.() === 0) await chown(to, uid, gid);
}
