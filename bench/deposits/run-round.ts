import type { ChildProcess } from 'node:child_process';
import { sql } from 'kysely';
import { parentOf, processorMsOf, processorMsOfTree } from '../measuring/processor-time.ts';
import { createDeposit, notifyPaid, type Player, type Target } from './player.ts';
import { type Db, waitForCredited } from './wait-for-credited.ts';

export interface Round {
  depositsPerSecond: number;
  /** The duration of each deposit-create. */
  createMs: number[];
}

/** The server or handler that receives the deposits, and its database. */
export interface Side {
  target: Target;
  db: Db;
  process: ChildProcess;
}

/** The processor time of a deposit, in ms; null where the system doesn't tell. */
export interface ProcessorTime {
  server: number | null;
  postgres: number | null;
}

/** Runs a round and measures the processor time of the side's process and of PostgreSQL. */
export async function measureRound(
  { target, db, process }: Side,
  players: Player[],
  roundMs: number,
): Promise<Round & { processor: ProcessorTime }> {
  const postmaster = await findPostmaster(db);
  const read = () => [processorMsOf(process.pid), processorMsOfTree(postmaster)] as const;
  const before = read();
  const round = await runRound(target, db, players, roundMs);
  const after = read();
  const [server, postgres] = [0, 1].map((index) => {
    const [from, to] = [before[index] ?? null, after[index] ?? null];
    return from === null || to === null ? null : (to - from) / round.createMs.length;
  });
  return { ...round, processor: { server: server ?? null, postgres: postgres ?? null } };
}

/** PostgreSQL's first process has started that of each connection. */
async function findPostmaster(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return parentOf(rows[0]?.pid ?? 0) ?? 0;
}

/**
 * Lets all players deposit repeatedly, at the same time, for `roundMs`; each makes at least one
 * deposit. The measured time runs from the first request until the last deposit is credited in the
 * database.
 */
export async function runRound(
  target: Target,
  db: Db,
  players: Player[],
  roundMs: number,
): Promise<Round> {
  const createMs: number[] = [];
  const depositIds: string[] = [];
  const start = performance.now();
  await Promise.all(
    players.map(async (player) => {
      do {
        const asked = performance.now();
        const depositId = await createDeposit(target, player);
        createMs.push(performance.now() - asked);
        depositIds.push(depositId);
        await notifyPaid(target, depositId);
      } while (performance.now() - start < roundMs);
    }),
  );
  await waitForCredited(db, depositIds);
  const seconds = (performance.now() - start) / 1000;
  return { depositsPerSecond: createMs.length / seconds, createMs };
}
