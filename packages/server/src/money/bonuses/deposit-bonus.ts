import {
  addDecimals,
  bonusWorth,
  compareDecimals,
  type Decimal,
  negateDecimal,
} from '@kassa/contract';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { moveMoney, postTransfer } from '../ledger/transfers.ts';
import { type Bonus, type BonusCore, findBonus, isOpen, moveBonus } from './bonuses.ts';
import { revokeBonus } from './offer-bonus.ts';

/**
 * Accrues the bonus of a deposit once enough of it is credited. To be called after each credited
 * receipt, with the deposit's present row. Free spins are recorded without money. Returns null if
 * the bonus isn't activated, has expired, was revoked or accrued before, or needs a larger deposit.
 * The caller has locked deposit and player.
 */
export async function accrueBonus(
  core: BonusCore,
  tx: Tx,
  deposit: Deposit,
): Promise<Bonus | null> {
  if (deposit.bonus_id === null || !deposit.is_bonus_activated) return null;
  const player = { brandId: deposit.brand_id, playerId: deposit.player_id };
  const bonus = await findBonus(tx, player, deposit.bonus_id);
  if (bonus === undefined || !isOpen(bonus, core.now())) return null;
  if (bonus.currency !== deposit.account_currency) return null;
  const net = netOf(deposit);
  if (compareDecimals(net, bonus.min_deposit) < 0) return null;
  const { percent, max_bonus_amount: maxBonusAmount, currency } = bonus;
  const amount = bonusWorth({ percent, maxBonusAmount, currency }, net);
  const accrued = await moveBonus(core, tx, bonus, 'accrued', {
    deposit_id: deposit.id,
    accrued_amount: amount,
  });
  if (accrued !== null && compareDecimals(amount, '0') > 0) {
    await postTransfer(tx, {
      id: bonus.id,
      brandId: bonus.brand_id,
      kind: 'bonus',
      depositId: deposit.id,
      playerId: bonus.player_id,
      lines: moveMoney(
        { amount, currency: bonus.currency },
        { kind: 'promotions', owner: 'bonuses' },
        { kind: 'bonus', owner: bonus.player_id },
      ),
    });
  }
  return accrued;
}

/** Returns the credited amount of a deposit without its reversals, in the account's currency. */
function netOf({ credited_amount, reversed_amount }: Deposit): Decimal {
  return addDecimals(credited_amount, negateDecimal(reversed_amount));
}

/**
 * Revokes the bonus of a deposit once reversals leave less of the deposit than the bonus needs. To
 * be called after a chargeback or refund, with the deposit's present row. The caller has locked
 * deposit and player.
 */
export async function revokeReversedBonus(
  core: BonusCore,
  tx: Tx,
  deposit: Deposit,
): Promise<void> {
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
  const reason = `the reversed deposit ${deposit.reference} no longer reaches the minimum`;
  await revokeBonus(core, tx, player, { id: bonus.id, actor: 'Kassa', reason });
}
