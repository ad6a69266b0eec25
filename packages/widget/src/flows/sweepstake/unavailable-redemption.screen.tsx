import { UnavailableStep } from '../../features/unavailable-step/unavailable-step.tsx';
import { useRouter } from '../../routing/use-router.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useWithdrawal } from '../withdrawal/withdrawal.query.ts';

/** Shown for the conversion of sweep coins, which this version doesn't support. */
export function UnavailableRedemptionScreen() {
  const router = useRouter();
  const chosen = useSessionStore((store) => store.chosenMethods.withdrawal);
  const methods = useWithdrawal().catalogue?.methods ?? [];
  return (
    <UnavailableStep
      method={methods.find(({ name }) => name === chosen)}
      text="step.withdrawal"
      onLeave={() => router.navigate({ to: router.rootOf('withdrawal') })}
    />
  );
}
