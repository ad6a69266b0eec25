import { useMemo } from 'react';
import { Screen } from '../../../ui/screen.tsx';
import BlockedList from '../../list/blocked-list.tsx';
import { ListContent } from '../../list/list-content.tsx';
import { Offer } from '../../method-list/offer.tsx';
import { RegionCard } from '../../region/region-card.tsx';
import { ForfeitedBonuses } from '../parts/forfeited-bonuses.tsx';
import { useWithdrawal } from '../withdrawal.query.ts';
import { ObstaclePanel } from './obstacle-panel.tsx';
import { PendingWithdrawals } from './pending-withdrawals.tsx';
import { buildTargets } from './withdrawal-targets.ts';

/** The withdrawals under way, and all withdrawal methods (§2 "Withdrawal list"). */
export function WithdrawalListScreen() {
  const { catalogue, error } = useWithdrawal();
  const groups = catalogue?.groups;
  const targets = useMemo(() => buildTargets(groups ?? []), [groups]);
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ methods, block }) => methods.length === 0 && block === undefined}
      list="Withdrawal list"
    >
      {({ block, obstacle, forfeitedBonuses = [], ...offer }) => (
        <Screen>
          {block === undefined && <RegionCard country={offer.country} to="Withdrawal region" />}
          {/* A block doesn't stop what is under way. */}
          <PendingWithdrawals methods={offer.methods} />
          {block !== undefined && <BlockedList block={block} />}
          {block === undefined && obstacle !== undefined && <ObstaclePanel obstacle={obstacle} />}
          {block === undefined && obstacle === undefined && (
            <>
              {forfeitedBonuses.length > 0 && <ForfeitedBonuses bonuses={forfeitedBonuses} />}
              <Offer {...offer} {...targets} first={offer.wayBack} />
            </>
          )}
        </Screen>
      )}
    </ListContent>
  );
}
