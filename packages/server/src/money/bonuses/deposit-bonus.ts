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
 * Gives a player the bonus that their deposit was to bring, once it has brought enough: to be called
 * after each receipt is credited, with the deposit as it is then. Free spins are recorded without
 * money. Null where there is nothing to give: not activated, expired, revoked, given before, or less
 * credited than it takes. The caller has locked deposit and player.
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

/** What a deposit has brought and was not taken back, in the account's currency. */
function netOf({ credited_amount, reversed_amount }: Deposit): Decimal {
  return addDecimals(credited_amount, negateDecimal(reversed_amount));
}

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
