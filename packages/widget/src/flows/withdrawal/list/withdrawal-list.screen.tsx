import { Screen } from '../../../ui/screen.tsx';
import BlockedList from '../../list/blocked-list.tsx';
import { ListContent } from '../../list/list-content.tsx';
import { Offer } from '../../method-list/offer.tsx';
import { RegionCard } from '../../region/region-card.tsx';
import { useWithdrawal } from '../withdrawal.query.ts';
import { withdrawalTargets } from './withdrawal-targets.ts';

/** All withdrawal methods (§2 "Withdrawal list"). */
export function WithdrawalListScreen() {
  const { catalogue, error } = useWithdrawal();
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ methods, block }) => methods.length === 0 && block === undefined}
      list="Withdrawal list"
    >
      {(offer) => (
        <Screen>
          {offer.block !== undefined ? (
            <BlockedList block={offer.block} />
          ) : (
            <>
              <RegionCard country={offer.country} to="Withdrawal region" />
              <Offer {...offer} {...withdrawalTargets} />
            </>
          )}
        </Screen>
      )}
    </ListContent>
  );
}
