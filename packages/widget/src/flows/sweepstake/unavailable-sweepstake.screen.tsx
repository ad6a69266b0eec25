import { UnavailableStep } from '../../features/unavailable-step/unavailable-step.tsx';
import { useNavigate } from '../../routing/use-router.ts';
import { useChosenMethod } from '../deposit/use-chosen-method.ts';

/** A step of buying a coin package that this cashier doesn't take yet. */
export function UnavailableSweepstakeScreen() {
  const navigate = useNavigate();
  const chosen = useChosenMethod();
  return (
    <UnavailableStep
      method={chosen.kind === 'ready' ? chosen.method : undefined}
      text="step.deposit"
      onLeave={() => navigate({ to: 'Sweepstake deposit list' })}
    />
  );
}
