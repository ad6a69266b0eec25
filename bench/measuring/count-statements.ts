import { sql } from 'kysely';
import type { Db } from '../deposits/wait-for-credited.ts';

/** The setting without which PostgreSQL can't count. */
export const countingSetting = 'shared_preload_libraries=pg_stat_statements';

/** Lets PostgreSQL count nothing until {@link countStatements} asks for it, since counting takes time. */
export function stopCounting(db: Db): Promise<void> {
  return track(db, 'none');
}

/**
 * Counts the statements that the server sends while `run` is under way, its jobs included, without those
 * that begin and end transactions. The benchmark's own connections have another role.
 * @param run - returns how many deposits, or the like, it has made
 * @returns statements for each of them
 */
export async function countStatements(db: Db, run: () => Promise<number>): Promise<number> {
  await sql`create extension if not exists pg_stat_statements`.execute(db);
  await track(db, 'top');
  await sql`select pg_stat_statements_reset()`.execute(db);
  const made = await run();
  const { rows } = await sql<{ calls: string }>`
    select coalesce(sum(s.calls), 0) as calls from pg_stat_statements s
    where s.dbid = (select oid from pg_database where datname = current_database())
      and s.userid <> current_user::regrole
      and s.query !~* '^(begin|commit|rollback)'`.execute(db);
  await track(db, 'none');
  return Number(rows[0]?.calls) / made;
}

async function track(db: Db, what: 'top' | 'none'): Promise<void> {
  await sql`alter system set pg_stat_statements.track = ${sql.lit(what)}`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  // Every connection reads the setting before its next statement, as soon as it has the signal.
  await sql`select pg_sleep(0.2)`.execute(db);
}
