import type { NextStep } from '@kassa/contract';
import type { ReactNode } from 'react';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { Navigate } from '../../../routing/link.tsx';
import type { RouteName } from '../../../routing/route-names.ts';
import { useSearch } from '../../../routing/use-router.ts';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type CreatedDeposit, useCreatedDeposit } from './use-created-deposit.ts';

interface CreatedDepositScreenProps<Step> {
  /** The name of this screen. */
  page: RouteName;
  /** Picks this page's step; null for a step of another page. */
  pick: (next: NextStep) => Step | null;
  children: (created: CreatedDeposit<Step>) => ReactNode;
}

/**
 * The frame of a page that follows the creation of a deposit: it loads the deposit, shows a
 * failure, and redirects where the step is another page's.
 */
export function CreatedDepositScreen<Step>(props: CreatedDepositScreenProps<Step>) {
  const { depositId } = useSearch();
  // The key discards the state of another deposit's page.
  return <FoundDepositScreen key={depositId} {...props} />;
}

function FoundDepositScreen<Step>({ page, pick, children }: CreatedDepositScreenProps<Step>) {
  const found = useCreatedDeposit(page, pick);
  switch (found.kind) {
    case 'loading':
      return (
        <Screen layout="form" isSkeleton>
          <Skeleton shape="row" />
          <Skeleton shape="row" />
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
        </Screen>
      );
    case 'failed':
      return <FailedScreen {...found} title="complete.failed" />;
    case 'elsewhere':
      return <Navigate {...found.target} />;
    case 'ready':
      return children(found);
  }
}
