import type { DepositSummary } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import { mayGoOn } from '../deposits/may-go-on.ts';
import { showDeposit } from './answer-player.ts';

const mostDeposits = 50;

/** A player's last deposits, the newest first. */
export function listDeposits(db: Db, { brandId, playerId }: PlayerRef): Promise<Deposit[]> {
  return db
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(mostDeposits)
    .execute();
}

/** A deposit as the player's list shows it. One that waits for its player can be gone on with. */
export function summarizeDeposit(core: Pick<Core, 'now'>, deposit: Deposit): DepositSummary {
  return {
    ...showDeposit(deposit),
    paymentMethod: deposit.payment_method,
    createdAt: deposit.created_at.toISOString(),
    expiresAt: deposit.expires_at.toISOString(),
    canContinue: mayGoOn(deposit, core.now()),
  };
}
