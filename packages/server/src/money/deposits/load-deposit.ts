import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { lockedWithPlayer, type SubjectKey } from '../../ground/database/lock-player.ts';
import { asHeld, asPrepared } from '../../ground/database/prepared.ts';
import { depositColumns } from '../../ground/database/tables/columns.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { giveUpAfterMs } from './plan-next-check.ts';

/**
 * Loads a player's own deposit. A deposit of another player, of another brand and one that doesn't
 * exist give the same 404 (design §3.10).
 * @throws CallError deposit.notFound
 */
export async function loadDeposit(
  db: Db | Tx,
  owner: PlayerRef,
  depositId: string,
): Promise<Deposit> {
  const deposit = isUuid(depositId)
    ? await db
        .selectFrom('deposits')
        .selectAll()
        .where('brand_id', '=', owner.brandId)
        .where('player_id', '=', owner.playerId)
        .where('id', '=', depositId)
        .executeTakeFirst()
    : undefined;
  if (deposit === undefined) throw notFound();
  return deposit;
}

/** The most unpaid deposits of one method that are looked through. */
const mostOpen = 50;

/**
 * Finds the newest deposit of a method that its player can still pay or continue, and hasn't
 * reported as paid; null if there is none. The player's index is read back as far as a deposit is
 * followed up.
 */
export async function findPayable(
  { db, now }: Pick<Core, 'db' | 'now'>,
  { brandId, playerId }: PlayerRef,
  method: string,
): Promise<Deposit | null> {
  const at = now();
  const open = await db
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('created_at', '>', new Date(at.getTime() - giveUpAfterMs))
    .where('status', '=', 'awaitingPlayer')
    .where('payment_method', '=', method)
    .orderBy('created_at', 'desc')
    .limit(mostOpen)
    .execute();
  return open.find((deposit) => canContinue(deposit, at)) ?? null;
}

/**
 * Returns the text if it has the form of a deposit id; no deposit has any other id.
 * @throws CallError deposit.notFound
 */
export function requireDepositId(text: string): string {
  if (!isUuid(text)) throw notFound();
  return text;
}

function notFound(): CallError {
  return new CallError('deposit.notFound', 'There is no such deposit.');
}

/** Locks a deposit if it is the player's own. The deposit is always locked before its player. */
export async function lockDeposit(tx: Tx, owner: PlayerRef, depositId: string): Promise<void> {
  await tx
    .selectFrom('deposits')
    .select('id')
    .where('brand_id', '=', owner.brandId)
    .where('player_id', '=', owner.playerId)
    .where('id', '=', depositId)
    .forNoKeyUpdate()
    .execute();
}

/**
 * Locks a deposit of a brand, and then its player, by one statement. Undefined if the brand has no such
 * deposit or, with `connector`, if the deposit was never tried at that account.
 */
export async function lockDepositAndPlayer(
  tx: Tx,
  { brandId, connector }: { brandId: string; connector?: string },
  depositId: string,
): Promise<Deposit | undefined> {
  if (!isUuid(depositId)) return undefined;
  const [deposit] = await lockBoth(tx, { brandId, id: depositId });
  if (deposit === undefined) return undefined;
  if (connector !== undefined && !(await wasTriedAt(tx, deposit, connector))) return undefined;
  return deposit;
}

const lockBoth = compileOnce((tx, of: SubjectKey) =>
  lockedWithPlayer(tx, 'deposits', of).select(depositColumns).modifyEnd(asPrepared),
);

/**
 * Locks a deposit of a brand, and then its player, together with the next statement, which reads them: what
 * it reads is as the transactions before have left it.
 * @param depositId - a UUID
 */
export async function holdLocks(tx: Tx, brandId: string, depositId: string): Promise<void> {
  await holdBoth(tx, { brandId, id: depositId });
}

const holdBoth = compileOnce((tx, of: SubjectKey) =>
  lockedWithPlayer(tx, 'deposits', of).select('erased_at').modifyEnd(asHeld),
);

/** Whether a deposit was tried at an account. Deposits of older releases have no attempts. */
export async function wasTriedAt(tx: Tx, deposit: Deposit, account: string): Promise<boolean> {
  if (deposit.connector === account) return true;
  const attempt = await tx
    .selectFrom('deposit_attempts')
    .select('number')
    .where('deposit_id', '=', deposit.id)
    .where('account', '=', account)
    .executeTakeFirst();
  return attempt !== undefined;
}

/** Longer than a player waits for an order to be taken, all retries and further routes included. */
export const answerTimeoutMs = 45_000;

/** Whether the player has sent further fields and the provider's response is still open. */
export function isContinued({ status, continued_at }: Deposit): boolean {
  return status === 'awaitingPlayer' && continued_at !== null;
}

/**
 * Whether the player has sent further fields but no process waits for the provider's response any
 * longer: the process died, or the response was lost. Then the request may be repeated; the
 * provider treats it as the same payment.
 */
export function isContinuationLost(deposit: Deposit, now: Date): boolean {
  const { continued_at: since } = deposit;
  return (
    isContinued(deposit) && since !== null && since.getTime() + answerTimeoutMs <= now.getTime()
  );
}

/** Whether a deposit waits for its player, who can still continue it. */
export function canContinue(deposit: Deposit, now: Date): boolean {
  return (
    deposit.status === 'awaitingPlayer' &&
    (deposit.continued_at === null || isContinuationLost(deposit, now)) &&
    deposit.expires_at > now
  );
}
