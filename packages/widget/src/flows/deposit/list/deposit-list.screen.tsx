import type { CallResponse } from '@kassa/contract';
import { lazy, Suspense } from 'react';
import { hasCryptoBonus } from '../../../features/bonus/crypto-bonus.ts';
import { useSession } from '../../../session/session.ts';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { ListContent } from '../../list/list-content.tsx';
import { Offer } from '../../method-list/offer.tsx';
import { RegionCard } from '../../region/region-card.tsx';
import { useMethods } from '../deposit.queries.ts';
import { BonusSlot } from './bonus-slot.tsx';
import { depositTargets } from './deposit-targets.ts';
import { ListWithResume } from './list-with-resume.tsx';
import { useCryptoBadge } from './use-crypto-badge.ts';
import { useLastUsed } from './use-last-used.ts';

/** Few players are blocked. */
const BlockedList = lazy(() => import('../../list/blocked-list.tsx'));

/** All deposit methods (§2 "Deposit list"). */
export function DepositListScreen() {
  const { catalogue, error } = useMethods();
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ methods, block }) => methods.length === 0 && block === undefined}
      list="Deposit list"
    >
      {(offer) =>
        offer.block === undefined ? (
          <DepositList catalogue={offer} />
        ) : (
          <Screen>
            <Suspense fallback={<ListSkeleton />}>
              <BlockedList block={offer.block} />
            </Suspense>
          </Screen>
        )
      }
    </ListContent>
  );
}

function DepositList({ catalogue }: { catalogue: CallResponse<'methods-payment-v3'> }) {
  const { hostData } = useSession();
  const isCrypto = hasCryptoBonus(hostData, catalogue.methods);
  return (
    <ListWithResume>
      <RegionCard country={catalogue.country} to="Change deposit region" />
      <BonusSlot isCrypto={isCrypto} />
      <Offer
        {...catalogue}
        {...depositTargets}
        badgeOf={useCryptoBadge(isCrypto)}
        lastUsed={useLastUsed()}
      />
    </ListWithResume>
  );
}
