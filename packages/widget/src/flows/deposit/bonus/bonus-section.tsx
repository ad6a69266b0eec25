import type { Decimal, PaymentMethod } from '@kassa/contract';
import { useBonus } from '../../../features/bonus/use-bonus.ts';

interface BonusSectionProps {
  /** The form's; without one, as on the list, it isn't said whether the bonus is reached. */
  method?: PaymentMethod;
  /** What the player is about to pay; empty or `0` where they have typed nothing. */
  amount?: Decimal;
  currency?: string;
}

/**
 * The player's bonuses, with the switch and the way to their terms (§4 Bonus). Nothing where there is
 * none, or the method hides them.
 */
export function BonusSection({ method }: BonusSectionProps) {
  const { active } = useBonus();
  if (active === null || method?.isBonusHidden === true) return null;
  return null;
}
