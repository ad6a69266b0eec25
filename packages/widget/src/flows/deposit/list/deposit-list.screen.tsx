import { FailurePanel } from '../../../features/failure/failure-panel.tsx';
import { useText } from '../../../i18n/text.ts';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Offer } from '../../method-list/offer.tsx';
import { RegionCard } from '../../region/region-card.tsx';
import { useMethods } from '../deposit.queries.ts';
import { depositTargets } from './deposit-targets.ts';

/** All ways to pay (§2 "Deposit list"). */
export function DepositListScreen() {
  const text = useText();
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
  return (
    <Screen>
      <RegionCard country={catalogue.country} to="Change deposit region" />
      <Offer {...catalogue} {...depositTargets} />
    </Screen>
  );
}
