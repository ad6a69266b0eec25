import type { CallResponse, PaymentMethod } from '@kassa/contract';
import { lazy, Suspense, useState } from 'react';
import { hasCryptoBonus } from '../../../features/bonus/crypto-bonus.ts';
import { useSession } from '../../../session/session.ts';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { ListContent } from '../../list/list-content.tsx';
import { Offer } from '../../method-list/offer.tsx';
import { RegionCard } from '../../region/region-card.tsx';
import { AgainSlot } from '../again/again-slot.tsx';
import { useMethods } from '../deposit.queries.ts';
import { BonusSlot } from './bonus-slot.tsx';
import { depositTargets } from './deposit-targets.ts';
import { ListWithResume } from './list-with-resume.tsx';
import { useCryptoBadge } from './use-crypto-badge.ts';

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
  const { method, again } = useLastPaid(catalogue);
  // The card of the last deposit stands for its method.
  const lastUsed = again ? null : method;
  return (
    <ListWithResume>
      {again && <AgainSlot method={again} currency={catalogue.currency} />}
      <RegionCard country={catalogue.country} to="Change deposit region" />
      <BonusSlot isCrypto={isCrypto} />
      <Offer
        {...catalogue}
        {...depositTargets}
        badgeOf={useCryptoBadge(isCrypto)}
        first={lastUsed}
        lastUsed={lastUsed}
      />
    </ListWithResume>
  );
}

/**
 * Returns the name of the method that the player paid with last, and the method itself where one press
 * pays the same again. A change counts from the next list on, as nothing may move under a finger.
 */
function useLastPaid({ lastPaid, methods }: CallResponse<'methods-payment-v3'>) {
  const [{ paymentMethod = null, isRepeatable = false } = {}] = useState(lastPaid);
  const isAgain = ({ name, unavailable }: PaymentMethod) =>
    name === paymentMethod && unavailable === undefined;
  return { method: paymentMethod, again: isRepeatable ? methods.find(isAgain) : undefined };
}
