import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect, type Db } from '../ground/database/connect.ts';
import { startEmbeddedPostgres } from '../ground/database/embedded/embedded-postgres.ts';
import { describeFolder } from '../ground/database/embedded/folder.ts';
import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { readPidFile } from '../ground/database/embedded/postmaster.ts';
import { isAlive } from '../ground/database/embedded/processes.ts';

const startWithinMs = 60_000;

/** A PostgreSQL that tests crash repeatedly; it restarts at the same address with the same data. */
export interface KillablePostgres {
  url: string;
  db: Db;
  /**
   * Ends the postmaster by a signal: SIGKILL crashes it, SIGQUIT is an immediate, SIGINT a fast
   * shutdown.
   */
  end: (signal: 'SIGKILL' | 'SIGQUIT' | 'SIGINT') => Promise<void>;
  /**
   * Kills one of the server's sessions. PostgreSQL then ends all other sessions and recovers by
   * itself.
   */
  killSession: () => Promise<void>;
  /** Starts PostgreSQL again and waits until it accepts connections. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts PostgreSQL with its usual durability: a committed transaction is on disk. */
export async function startKillablePostgres(directory: string): Promise<KillablePostgres> {
  const port = await findFreePort();
  const open = () => startEmbeddedPostgres(directory, { port });
  let postgres = await open();
  const { url } = postgres;
  const db = connect(`${url}?application_name=test`, { poolSize: 2 });
  return {
    url,
    db,
    end: async (signal) => {
      const { pid } = await readPidFile(describeFolder(directory));
      process.kill(pid, signal);
      while (isAlive(pid)) await delay(10);
    },
    killSession: async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where application_name = 'kassa' limit 1`.execute(db);
      const [session] = rows;
      if (session === undefined) throw new Error('There is no session of the server to kill');
      process.kill(session.pid, 'SIGKILL');
    },
    start: async () => {
      const deadline = Date.now() + startWithinMs;
      for (;;) {
        try {
          postgres = await open();
          return;
        } catch (error) {
          // The child processes of a killed postmaster keep its shared memory until they notice its
          // end.
          if (Date.now() > deadline) throw error;
          await delay(50);
        }
      }
    },
    close: async () => {
      await db.destroy();
      await postgres.stop();
    },
  };
}
