import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Failure } from '../failure/failure.ts';
import { boxesQueryName } from './boxes.query.ts';

/** Whether the server refused the package and not its payment. */
export function isOfPackage(failure: Failure | null | undefined): boolean {
  return failure?.code.startsWith('package.') === true;
}

/** Loads the packages again where the server refuses one as they are shown. */
export function useRenewedPackages(failure: Failure | null | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isOfPackage(failure)) {
      void queryClient.invalidateQueries({ queryKey: [boxesQueryName] });
    }
  }, [failure, queryClient]);
}
