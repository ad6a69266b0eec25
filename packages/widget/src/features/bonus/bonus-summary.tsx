import type { Decimal, PaymentMethod } from '@kassa/contract';
import { useBonus } from './use-bonus.ts';

interface BonusSummaryProps {
  method: Pick<PaymentMethod, 'isBonusHidden'>;
  amount: Decimal;
  currency: string;
}

/** What a deposit brings on top, for the summary: "+ bonus Tk 2,500.00"; nothing where it brings none. */
export function BonusSummary(deposit: BonusSummaryProps) {
  const { active, judge } = useBonus();
  if (active === null || judge(deposit) !== 'activated') return null;
  return null;
}
