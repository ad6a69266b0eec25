import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type {
  BankStatement,
  BankTransfer,
  HeldTransfersTable,
} from '../../ground/database/tables/requisites.ts';
import { decideAlone, forgetMoved } from '../../money/policy/moved-alone.ts';
import { creditHeld } from '../../money/provider-events/credit-held.ts';
import { isHeld } from '../../money/provider-events/held-transfers.ts';
import type { Applied } from '../../providers/evidence.ts';
import { evidenceOf } from './statement-word.ts';

/**
 * Decides which matched lines of a statement its uploader's word credits, and which wait for a second
 * key. The decision is stored: after a crash it is the same, whichever process continues. Lines that
 * failed at first are decided later, beside those that wait.
 */
export async function decideHeld(core: Core, statement: BankStatement): Promise<void> {
  const undecided = await loadHeld(core.db, statement, 'undecided');
  if (undecided.length === 0) return;
  await core.db.transaction().execute(async (tx) => {
    const rows = await loadHeld(tx, statement, 'undecided');
    const waiting = await loadHeld(tx, statement, 'waiting');
    const alone = await chooseAlone(
      core,
      tx,
      statement,
      rows.filter(isHeld),
      waiting.filter(isHeld),
    );
    // What the bank or a person has settled meanwhile is decided, too: nothing is left to do for it.
    await sql`
      update held_transfers set state =
        case when transfer_id = any(${[...alone]}::uuid[]) then 'released' else 'waiting' end
      where transfer_id = any(${rows.map(({ transfer_id }) => transfer_id)}::uuid[])
        and state = 'undecided'`.execute(tx);
  });
}

type Held = Pick<HeldTransfersTable, 'transfer_id'> &
  Pick<BankTransfer, 'status' | 'because'> & { money: { amount: string; currency: string }[] };

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
export async function releaseWaiting(tx: Tx, { id }: BankStatement): Promise<number> {
  // Undecided ones are left by a process that has ended between matching and decision.
  const { numAffectedRows = 0n } = await sql`
    update held_transfers h set state = 'released' from bank_transfers t
    where h.statement_id = ${id} and h.state in ('waiting', 'undecided') and t.id = h.transfer_id
      and t.status = 'review' and t.because = 'needsSecondKey'`.execute(tx);
  return Number(numAffectedRows);
}

/** Loads the held lines of a statement, also those that were settled since. */
function loadHeld(
  db: Db | Tx,
  { id }: BankStatement,
  state: HeldTransfersTable['state'],
): Promise<Held[]> {
  return db
    .selectFrom('held_transfers as h')
    .innerJoin('bank_transfers as t', 't.id', 'h.transfer_id')
    .select(['h.transfer_id', 'h.money', 't.status', 't.because'])
    .where('h.statement_id', '=', id)
    .where('h.state', '=', state)
    .orderBy('h.transfer_id')
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
