import { UnavailableStep } from '../../features/unavailable-step/unavailable-step.tsx';
import { Navigate } from '../../routing/link.tsx';
import { usePlace, useRouter } from '../../routing/use-router.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useWithdrawal } from './withdrawal.query.ts';

/** Shown for a step of a withdrawal that this version doesn't support. */
export function UnavailableWithdrawalScreen() {
  const router = useRouter();
  const inAddress = usePlace()?.search.method;
  const chosen = useSessionStore((store) => store.chosenMethods.withdrawal);
  const list = router.rootOf('withdrawal');
  const methods = useWithdrawal().catalogue?.methods ?? [];
  const method = methods.find(({ name }) => name === (inAddress ?? chosen));
  if (method === undefined && inAddress !== undefined) return <Navigate to={list} />;
  return (
    <UnavailableStep
      method={method}
      text="step.withdrawal"
      onLeave={() => router.navigate({ to: list })}
    />
  );
}
