import { createDeposit, notifyPaid, type Player, type Target } from './player.ts';
import { endOfLog, type Recording, readUnits, type Unit } from './recorded-statements.ts';
import { type Db, waitForCredited } from './wait-for-credited.ts';

const attempts = 10;

/**
 * Records one deposit of a player who has deposited before. PostgreSQL's log also contains the
 * statements of the server's jobs, so two consecutive recordings must be equal.
 */
export async function recordDeposit(
  target: Target,
  db: Db,
  player: Player,
  logFile: string,
): Promise<Recording> {
  let previous: Recording | null = null;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const recording = await recordOnce(target, db, player, logFile);
    if (previous !== null && shapeOf(previous) === shapeOf(recording)) return recording;
    previous = recording;
  }
  throw new Error('No two recordings of a deposit have the same statements.');
}

async function recordOnce(
  target: Target,
  db: Db,
  player: Player,
  logFile: string,
): Promise<Recording> {
  const recordedAt = Date.now();
  const beforeCreate = await endOfLog(logFile);
  const depositId = await createDeposit(target, player);
  const create = await readUnits(logFile, beforeCreate);
  const beforeNotify = await endOfLog(logFile);
  await notifyPaid(target, depositId);
  await waitForCredited(db, [depositId]);
  const notify = await readUnits(logFile, beforeNotify);
  return { depositId, player: player.id, recordedAt, create, notify };
}

function shapeOf({ create, notify }: Recording): string {
  const sqlOf = (units: Unit[]) => units.map(({ statements }) => statements.map(({ sql }) => sql));
  return JSON.stringify([sqlOf(create), sqlOf(notify)]);
}
