import { UnavailableStep } from '../../features/unavailable-step/unavailable-step.tsx';
import { useNavigate } from '../../routing/use-router.ts';
import { useChosenMethod } from '../deposit/use-chosen-method.ts';

/** Shown for a step of buying a coin package that this version doesn't support. */
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
