import { compareDecimals, type Decimal } from '@kassa/contract';
import type { Tx } from '../../ground/database/connect.ts';
import { lockPlayer, type PlayerRef } from '../../players/lock-player.ts';
import { moveMoney, postTransfer } from '../ledger/post-transfer.ts';
import { canMoveBonus } from './bonus.machine.ts';
import { findBonus } from './load-bonuses.ts';
import { type Bonus, type BonusCore, moveBonus } from './move-bonus.ts';

/** What came of revoking a bonus. `over`: it is revoked or expired already. */
export type Revoked =
  | { kind: 'revoked'; before: Bonus; after: Bonus }
  | { kind: 'notFound' }
  | { kind: 'over'; bonus: Bonus };

/** Takes a bonus back: an offer ends, and of an accrued one what is left goes back. */
export async function revokeBonus(
  core: BonusCore,
  tx: Tx,
  player: PlayerRef,
  { id, actor, reason }: { id: string; actor: string; reason: string },
): Promise<Revoked> {
  await lockPlayer(tx, player);
  const before = await findBonus(tx, player, id);
  if (before === undefined) return { kind: 'notFound' };
  if (!canMoveBonus(before.status, 'revoked')) return { kind: 'over', bonus: before };
  const left = before.accrued_amount === null ? null : await loadLeft(tx, before);
  const after = await moveBonus(core, tx, before, 'revoked', {
    revoked_amount: left,
    actor,
    reason,
  });
  // Every other way to move it takes the player's lock as well.
  if (after === null) throw new Error(`Bonus ${id} was moved without the player's lock`);
  if (left !== null && compareDecimals(left, '0') > 0) {
    await postTransfer(tx, {
      id: before.revoke_id,
      brandId: before.brand_id,
      kind: 'bonusRevoked',
      playerId: before.player_id,
      reason,
      lines: moveMoney(
        { amount: left, currency: before.currency },
        { kind: 'bonus', owner: before.player_id },
        { kind: 'promotions', owner: 'bonuses' },
      ),
    });
  }
  return { kind: 'revoked', before, after };
}

/** What is left of an accrued bonus: no more than the player's bonus account has. */
async function loadLeft(
  tx: Tx,
  { brand_id, player_id, currency, ...bonus }: Bonus,
): Promise<Decimal> {
  const account = await tx
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('brand_id', '=', brand_id)
    .where('kind', '=', 'bonus')
    .where('owner', '=', player_id)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst();
  const balance = account?.balance ?? '0';
  const accrued = bonus.accrued_amount ?? '0';
  return compareDecimals(balance, accrued) < 0 ? balance : accrued;
}
