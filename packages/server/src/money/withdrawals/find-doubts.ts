import { compareDecimals } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import { findBlock } from '../../players/player-blocks.ts';
import { loadReceivable } from '../ledger/load-receivable.ts';

/** Why a player must not be paid without a person's look, in words for the history; or null. */
type Doubt = string | null;

/** What no operator's approval outweighs: a block is lifted first. */
export async function findBlockDoubt(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<Doubt> {
  const player = { brandId: withdrawal.brand_id, playerId: withdrawal.player_id };
  const block = await findBlock(core, tx, player, 'withdrawal');
  return block === undefined ? null : "the player's withdrawals are blocked";
}

/** A chargeback may have come since the withdrawal was asked for. */
export async function findDebtDoubt(tx: Tx, withdrawal: Withdrawal): Promise<Doubt> {
  const { brand_id: brandId, player_id: playerId, currency } = withdrawal;
  const owed = await loadReceivable(tx, { brandId, playerId, currency });
  return compareDecimals(owed, '0') > 0 ? `the player owes ${owed} ${currency}` : null;
}
