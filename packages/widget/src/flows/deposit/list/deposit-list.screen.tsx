import type { CallResponse } from '@kassa/contract';
import { hasCryptoBonus } from '../../../features/bonus/crypto-bonus.ts';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { Navigate } from '../../../routing/link.tsx';
import { useSession } from '../../../session/session.ts';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Offer } from '../../method-list/offer.tsx';
import { RegionCard } from '../../region/region-card.tsx';
import { useMethods } from '../deposit.queries.ts';
import { HistoryLink } from '../history/history-link.tsx';
import { BonusSlot } from './bonus-slot.tsx';
import { depositTargets } from './deposit-targets.ts';
import { ListWithResume } from './list-with-resume.tsx';
import { useCryptoBadge } from './use-crypto-badge.ts';
import { useLastUsed } from './use-last-used.ts';

/** All deposit methods (§2 "Deposit list"). */
export function DepositListScreen() {
  const { catalogue, error, retry } = useMethods();

  if (error !== null && catalogue === undefined) {
    return <FailedScreen title="deposit.list.failed" error={error} retry={retry} />;
  }
  if (catalogue === undefined) return <ListSkeleton />;
  // The last method was switched off: the list's route redirects to the empty page.
  if (catalogue.methods.length === 0) return <Navigate to="Deposit list" />;
  return <DepositList catalogue={catalogue} />;
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
      <HistoryLink />
    </ListWithResume>
  );
}
