import { CallError } from '@kassa/contract';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import type { PlayerRef } from '../../players/player-row.ts';

/**
 * A player's own deposit. Another player's, another brand's and one that never was are the same
 * 404 (design §3.10).
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

/**
 * An id that a deposit could have; ids are opaque, so any other one is of no deposit.
 * @throws CallError deposit.notFound
 */
export function requireDepositId(text: string): string {
  if (!isUuid(text)) throw notFound();
  return text;
}

function notFound(): CallError {
  return new CallError('deposit.notFound', 'There is no such deposit.');
}

/** Locks a player's own deposit, if it is one: before its player, as everywhere. */
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

/** Longer than a provider is asked what it says to that, all tries included. */
const answerTimeoutMs = 45_000;

/** Whether the player gave more, and it isn't known yet what the provider says to it. */
export function isContinued({ status, continued_at }: Deposit): boolean {
  return status === 'awaitingPlayer' && continued_at !== null;
}

/**
 * Whether the player gave more, and nobody waits for the provider's answer any longer: the process
 * died, or the answer was lost. It can be asked again then: the same payment, never a second one.
 */
export function isAnswerLost(deposit: Deposit, now: Date): boolean {
  const { continued_at: since } = deposit;
  return (
    isContinued(deposit) && since !== null && since.getTime() + answerTimeoutMs <= now.getTime()
  );
}

/** Whether a deposit waits for its player, who can still go on with it. */
export function mayGoOn(deposit: Deposit, now: Date): boolean {
  return (
    deposit.status === 'awaitingPlayer' &&
    (deposit.continued_at === null || isAnswerLost(deposit, now)) &&
    deposit.expires_at > now
  );
}
