import {
  type Bonus,
  bonusWorth,
  compareDecimals,
  type Decimal,
  readJsonNumber,
} from '@kassa/contract';
import { useMoney, useText } from '../../i18n/text.ts';
import { type BonusDeposit, useBonus } from './use-bonus.ts';

/**
 * The bonus of a deposit, for the summary: "+ bonus Tk 2,500.00". The amount is left out where it
 * depends on an exchange rate; nothing shows where the deposit gets no bonus.
 */
export function BonusSummary(deposit: BonusDeposit) {
  const text = useText();
  const money = useMoney();
  const { active, evaluate } = useBonus();
  const verdict = evaluate(deposit);
  if (verdict === 'converted') return text('bonus.summary.some');
  if (active === null || verdict !== 'activated') return null;
  if (active.type === 'freespin') {
    const count = active.freespinBonusData?.count ?? 0;
    return count > 0 ? text('bonus.summary.spins', { count }) : null;
  }
  const worth = worthOf(active, deposit.amount);
  if (compareDecimals(worth, '0') <= 0) return null;
  return text('bonus.summary.money', { amount: money(worth, active.currency) });
}

/** Returns the value of a deposit bonus for an amount in its currency. */
function worthOf({ depositBonusData: data, currency }: Bonus, amount: Decimal): Decimal {
  const percent = data?.percent === undefined ? null : readJsonNumber(String(data.percent));
  return bonusWorth({ percent, maxBonusAmount: data?.maxBonusAmount ?? null, currency }, amount);
}
