import { sql } from 'kysely';
import type { Core } from '../core/core.ts';
import type { Db } from '../ground/database/connect.ts';
import type { WidgetFile, WidgetFiles } from './widget-build.ts';

/** How long a release's files are kept after its last process has ended, in ms (ADR 0022). */
const keptMs = 7 * 24 * 3600_000;

/** The rows of one insert: a megabyte on average. */
const batchSize = 80;

/** The memory of a process for files of other releases: about three builds. */
const mostCachedBytes = 16 * 2 ** 20;

/**
 * Stores a process's files for all processes, and keeps those that are stored for another 7 days.
 * A stored file with the same path and another content stays, and is logged.
 */
export async function storeFiles(
  { db, log, now }: Pick<Core, 'db' | 'log' | 'now'>,
  files: WidgetFiles,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + keptMs);
  // All processes lock the rows in the same order.
  const paths = [...files.keys()].sort();
  const { rows: stored } = await sql<{ path: string; digest: string }>`
    update widget_files set expires_at = ${expiresAt}
    where path in (
      select path from widget_files where path = any(${paths}) order by path for update)
    returning path, digest`.execute(db);
  for (const { path, digest } of stored) {
    if (files.get(path)?.digest === digest) continue;
    log.error({ path }, 'two builds of the widget have different files of the same name');
  }
  const known = new Set(stored.map(({ path }) => path));
  const missing = paths
    .filter((path) => !known.has(path))
    .flatMap((path) => {
      const file = files.get(path);
      if (file === undefined) return [];
      const { contentType, digest, content, br, gzip } = file;
      return [
        { path, content_type: contentType, digest, content, br, gzip, expires_at: expiresAt },
      ];
    });
  for (let from = 0; from < missing.length; from += batchSize) {
    await db
      .insertInto('widget_files')
      .values(missing.slice(from, from + batchSize))
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute();
  }
}

/** Finds a stored file by its path; null where there is none. */
export type FindFile = (path: string) => Promise<WidgetFile | null>;

/**
 * Builds a process's access to the files that other processes have stored. It caches the files used
 * last. Paths are looked up in batches, one query at a time: requests for files that don't exist
 * occupy one connection at most.
 */
export function buildFindFile(db: Db): FindFile {
  const cached = new Map<string, WidgetFile>();
  let cachedBytes = 0;
  let next: { paths: Set<string>; found: Promise<WidgetFiles> } | null = null;
  let previous: Promise<unknown> = Promise.resolve();

  const loadNext = async (paths: ReadonlySet<string>): Promise<WidgetFiles> => {
    await previous.catch(() => {});
    next = null;
    const found = await loadFiles(db, paths);
    for (const [path, file] of found) {
      if (!cached.has(path)) cachedBytes += sizeOf(file);
      cached.set(path, file);
    }
    for (const [path, file] of cached) {
      if (cachedBytes <= mostCachedBytes) break;
      cached.delete(path);
      cachedBytes -= sizeOf(file);
    }
    return found;
  };
  return async (path) => {
    const hit = cached.get(path);
    if (hit !== undefined) {
      // A map iterates in the order of insertion: the first file is the one used longest ago.
      cached.delete(path);
      cached.set(path, hit);
      return hit;
    }
    if (next === null) {
      const paths = new Set<string>();
      next = { paths, found: loadNext(paths) };
      previous = next.found;
    }
    next.paths.add(path);
    return (await next.found).get(path) ?? null;
  };
}

async function loadFiles(db: Db, paths: ReadonlySet<string>): Promise<WidgetFiles> {
  const rows = await db
    .selectFrom('widget_files')
    .select(['path', 'content_type', 'digest', 'content', 'br', 'gzip'])
    .where('path', '=', sql<string>`any(${[...paths]})`)
    .execute();
  return new Map(
    rows.map(({ path, content_type, ...file }) => [path, { ...file, contentType: content_type }]),
  );
}

function sizeOf({ content, br, gzip }: WidgetFile): number {
  return content.length + (br?.length ?? 0) + (gzip?.length ?? 0);
}
