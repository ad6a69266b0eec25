import { compareDecimals } from '@kassa/contract';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { netOf } from './accrue-bonus.ts';
import type { BonusCore } from './move-bonus.ts';
import { revokeBonus } from './revoke-bonus.ts';

/**
 * Takes back what is left of the bonus that a deposit brought, once less of the deposit's money has
 * stayed than the bonus takes: to be called with the deposit as it is after a chargeback or refund.
 * The caller has locked the deposit and the player.
 */
export async function forfeitBonus(core: BonusCore, tx: Tx, deposit: Deposit): Promise<void> {
  const bonus = await tx
    .selectFrom('bonuses')
    .select(['id', 'min_deposit'])
    .where('brand_id', '=', deposit.brand_id)
    .where('player_id', '=', deposit.player_id)
    .where('deposit_id', '=', deposit.id)
    .where('status', '=', 'accrued')
    .executeTakeFirst();
  if (bonus === undefined || compareDecimals(netOf(deposit), bonus.min_deposit) >= 0) return;
  const player = { brandId: deposit.brand_id, playerId: deposit.player_id };
  const reason = `too little of the deposit ${deposit.reference} has stayed`;
  await revokeBonus(core, tx, player, { id: bonus.id, actor: 'Kassa', reason });
}
