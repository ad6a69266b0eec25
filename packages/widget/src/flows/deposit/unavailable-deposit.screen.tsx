import { UnavailableStep } from '../../features/unavailable-step/unavailable-step.tsx';
import { Navigate } from '../../routing/link.tsx';
import { useNavigate, useSearch } from '../../routing/use-router.ts';
import { useChosenMethod } from './use-chosen-method.ts';

/** Shown for a step of a deposit that this version doesn't support. */
export function UnavailableDepositScreen() {
  const navigate = useNavigate();
  const { method } = useSearch();
  const chosen = useChosenMethod();
  if (chosen.kind === 'missing' && method !== undefined) return <Navigate to="Deposit list" />;
  return (
    <UnavailableStep
      method={chosen.kind === 'ready' ? chosen.method : undefined}
      text="step.deposit"
      onLeave={() => navigate({ to: 'Deposit list' })}
    />
  );
}
