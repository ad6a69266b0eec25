import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Failure } from '../failure/failure.ts';
import { boxesQueryName } from './boxes.query.ts';

/** Loads the packages again where the server refuses one as they are shown. */
export function useRenewedPackages(failure: Failure | null | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (failure?.code.startsWith('package.') === true) {
      void queryClient.invalidateQueries({ queryKey: [boxesQueryName] });
    }
  }, [failure, queryClient]);
}
