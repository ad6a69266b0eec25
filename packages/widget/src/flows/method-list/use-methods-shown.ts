import { useEffect } from 'react';
import { usePlace } from '../../routing/use-router.ts';
import { markMethodsShown } from '../../telemetry/submit-delay.ts';

/** Marks the display of deposit methods; the time to the first press counts from it (§4). */
export function useMethodsShown(): void {
  const isDeposit = usePlace()?.route.transaction === 'deposit';
  useEffect(() => {
    if (isDeposit) markMethodsShown();
  }, [isDeposit]);
}
