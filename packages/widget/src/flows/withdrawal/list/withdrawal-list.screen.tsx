import { Screen } from '../../../ui/screen.tsx';
import { Offer } from '../../method-list/offer.tsx';
import { RegionCard } from '../../region/region-card.tsx';
import { useWithdrawal } from '../withdrawal.query.ts';
import { withdrawalTargets } from './withdrawal-targets.ts';

/** All withdrawal methods (§2 "Withdrawal list"). */
export function WithdrawalListScreen() {
  const catalogue = useWithdrawal();
  if (catalogue === undefined) return null;
  return (
    <Screen>
      <RegionCard country={catalogue.country} to="Withdrawal region" />
      <Offer {...catalogue} {...withdrawalTargets} />
    </Screen>
  );
}
