import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { retryDeadlock } from '../../ground/database/retry-deadlock.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { publishDeposit } from '../../messages/realtime/publish.ts';
import { findBlock } from '../../players/player-blocks.ts';
import { endDeposit } from '../deposits/end-deposit.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { loadWindows } from '../policy/usage.ts';
import { isOpen } from '../states/deposit.machine.ts';

/**
 * Ends an open deposit whose player may no longer pay it: they were blocked, or one of their limits
 * was changed and the deposits that count are above it. Returns the ended deposit, which the caller
 * cancels at its provider; null if the deposit goes on.
 */
export async function endIfForbidden(
  core: Core,
  { id, ...asked }: Deposit,
): Promise<Deposit | null> {
  if (!isOpen(asked.status) || (await findProhibition(core, core.db, asked)) === null) return null;
  const end = async (tx: Tx): Promise<Deposit | null> => {
    const deposit = await lockDepositAndPlayer(tx, { brandId: asked.brand_id }, id);
    if (deposit === undefined || !isOpen(deposit.status)) return null;
    // The block may have been lifted, and the limit changed again.
    const reason = await findProhibition(core, tx, deposit);
    return reason === null ? null : endDeposit(core, tx, deposit, 'canceled', { reason });
  };
  const ended = await retryDeadlock(() => core.db.transaction().execute(end));
  if (ended !== null) publishDeposit(core, ended);
  return ended;
}

/** Returns why a player may not pay an open deposit any more, for its history; null if they may. */
async function findProhibition(
  core: Core,
  db: Db | Tx,
  {
    brand_id: brandId,
    player_id: playerId,
    account_currency: currency,
    created_at,
  }: Pick<Deposit, 'brand_id' | 'player_id' | 'account_currency' | 'created_at'>,
): Promise<string | null> {
  const player = { brandId, playerId };
  const block = await findBlock(core, db, player, 'deposit');
  if (block !== undefined) {
    return block.source === 'selfExclusion'
      ? 'the player has excluded themselves'
      : 'the player was blocked';
  }
  const windows = await loadWindows(core, db, { ...player, transaction: 'deposit', currency });
  // A deposit that was requested after the change was validated against the limit. Money of other
  // deposits, or a rate, may exceed the limit later.
  const isAbove = windows.some(
    ({ isExceeded, changedAt }) => isExceeded && changedAt >= created_at,
  );
  return isAbove ? "above the player's changed limit" : null;
}
