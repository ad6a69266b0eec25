import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { BankStatement, HeldTransfersTable } from '../../ground/database/tables/requisites.ts';
import { decideAlone, forgetMoved } from '../../money/policy/moved-alone.ts';
import { creditHeld } from '../../money/provider-events/credit-held.ts';
import type { Applied } from '../../providers/evidence.ts';
import { evidenceOf } from './statement-word.ts';

/**
 * Decides which matched lines of a statement its uploader's word credits, and which wait for a second
 * key. The decision is stored: after a crash it is the same, whichever process continues. Lines that
 * failed at first are decided later, beside those that wait.
 */
export async function decideHeld(core: Core, statement: BankStatement): Promise<void> {
  const undecided = await findHeld(core.db, statement, 'undecided').executeTakeFirst();
  if (undecided === undefined) return;
  await core.db.transaction().execute(async (tx) => {
    const rows = await findHeld(tx, statement, 'undecided').execute();
    const waiting = await findHeld(tx, statement, 'waiting').execute();
    const alone = await chooseAlone(core, tx, statement, rows, waiting);
    for (const { transfer_id } of rows) {
      await setState(tx, transfer_id, alone.has(transfer_id) ? 'released' : 'waiting');
    }
  });
}

type Held = Pick<HeldTransfersTable, 'transfer_id'> & {
  money: { amount: string; currency: string }[];
};

async function chooseAlone(
  core: Core,
  tx: Tx,
  { brand_id: brandId, uploaded_by_key: keyId }: BankStatement,
  rows: readonly Held[],
  waiting: readonly Held[],
): Promise<ReadonlySet<string>> {
  // A file of nobody's key is nobody's word.
  if (keyId === null) return new Set();
  const toMovement = ({ transfer_id: subjectId, money }: Held) => ({ subjectId, money });
  const mover = { brandId, keyId, pot: 'statement' } as const;
  return decideAlone(core, tx, mover, rows.map(toMovement), waiting.map(toMovement));
}

/** Releases the lines that wait for a second key, or might. Returns their number. */
export async function releaseWaiting(tx: Tx, statement: BankStatement): Promise<number> {
  let count = 0;
  // Undecided ones are left by a process that has ended between matching and decision.
  for (const state of ['waiting', 'undecided'] as const) {
    const rows = await findHeld(tx, statement, state).execute();
    for (const { transfer_id } of rows) await setState(tx, transfer_id, 'released');
    count += rows.length;
  }
  return count;
}

/** Selects the held lines of a statement that are still in review. */
function findHeld(db: Db | Tx, { id }: BankStatement, state: HeldTransfersTable['state']) {
  return db
    .selectFrom('held_transfers as h')
    .innerJoin('bank_transfers as t', 't.id', 'h.transfer_id')
    .select(['h.transfer_id', 'h.money'])
    .where('h.statement_id', '=', id)
    .where('h.state', '=', state)
    .where('t.status', '=', 'review')
    .where('t.because', '=', 'needsSecondKey')
    .orderBy('h.transfer_id');
}

/** What was released stays so, also if a second key approves it beside the decision. */
function setState(tx: Tx, transferId: string, state: HeldTransfersTable['state']) {
  return tx
    .updateTable('held_transfers')
    .set({ state })
    .where('transfer_id', '=', transferId)
    .where('state', '<>', 'released')
    .execute();
}

/** Counts the lines that wait for a second key, of each statement that has some. */
export async function countWaiting(
  db: Db | Tx,
  statementIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select h.statement_id as id, count(*)::integer as count
    from held_transfers h join bank_transfers t on t.id = h.transfer_id
    where h.statement_id = any(${statementIds}::uuid[]) and h.state = 'waiting'
      and t.status = 'review' and t.because = 'needsSecondKey'
    group by h.statement_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The next released lines after one of them, in the order of their transfers. */
export async function loadReleased(
  db: Db,
  { id }: Pick<BankStatement, 'id'>,
  after: string | null,
  limit: number,
): Promise<{ transferId: string; line: number | null }[]> {
  return db
    .selectFrom('held_transfers as h')
    .innerJoin('bank_transfers as t', 't.id', 'h.transfer_id')
    .select(['h.transfer_id as transferId', 't.line'])
    .where('h.statement_id', '=', id)
    .where('h.state', '=', 'released')
    .$if(after !== null, (query) => query.where('h.transfer_id', '>', after))
    .orderBy('h.transfer_id')
    .limit(limit)
    .execute();
}

/**
 * Credits a released line as it would have been, by the statement as it is now. What a person has assigned
 * meanwhile still counts: it may have been the uploader.
 */
export async function creditReleased(
  core: Core,
  tx: Tx,
  statement: BankStatement,
  { transferId, line }: { transferId: string; line: number | null },
): Promise<Applied | null> {
  const applied = await creditHeld(core, tx, evidenceOf(statement, line), transferId);
  if (applied?.outcome === 'review') {
    await forgetMoved(tx, {
      brandId: statement.brand_id,
      pot: 'statement',
      subjectId: transferId,
    });
  }
  return applied;
}
