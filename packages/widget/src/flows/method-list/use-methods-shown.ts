import { useEffect } from 'react';
import { usePlace } from '../../routing/use-router.ts';
import { markMethodsShown } from '../../telemetry/submit-delay.ts';

/** Marks that the methods of a deposit are shown, from which the time to its first press counts (§4). */
export function useMethodsShown(): void {
  const isDeposit = usePlace()?.route.transaction === 'deposit';
  useEffect(() => {
    if (isDeposit) markMethodsShown();
  }, [isDeposit]);
}
