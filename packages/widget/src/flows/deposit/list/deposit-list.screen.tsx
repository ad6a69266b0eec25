import {
  cryptoBonusPercent,
  hasCryptoBonus,
  isCryptoMethod,
} from '../../../features/bonus/crypto-bonus.ts';
import { FailurePanel } from '../../../features/failure/failure-panel.tsx';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Offer } from '../../method-list/offer.tsx';
import { RegionCard } from '../../region/region-card.tsx';
import { useMethods } from '../deposit.queries.ts';
import { BonusSlot } from './bonus-slot.tsx';
import { depositTargets } from './deposit-targets.ts';
import { ResumeSlot } from './resume-slot.tsx';

/** All ways to pay (§2 "Deposit list"). */
export function DepositListScreen() {
  const text = useText();
  const { hostData } = useSession();
  const { catalogue, error, retry } = useMethods();

  if (error !== null && catalogue === undefined) {
    return (
      <Screen
        layout="centered"
        footer={<Button onClick={() => retry()}>{text('error.retry')}</Button>}
      >
        <FailurePanel title={text('deposit.list.failed')} error={error} />
      </Screen>
    );
  }
  if (catalogue === undefined) return <ListSkeleton />;
  const isCrypto = hasCryptoBonus(hostData, catalogue.methods);
  const badge = isCrypto ? text('badge.cryptoBonus', { percent: cryptoBonusPercent }) : undefined;
  return (
    <Screen>
      <RegionCard country={catalogue.country} to="Change deposit region" />
      <ResumeSlot />
      <BonusSlot isCrypto={isCrypto} />
      <Offer
        {...catalogue}
        {...depositTargets}
        badgeOf={(method) => (isCryptoMethod(method) ? badge : undefined)}
      />
    </Screen>
  );
}
