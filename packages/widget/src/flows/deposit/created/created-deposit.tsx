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
  /** The screen that this is. */
  page: RouteName;
  /** What it is for; null for what is another's. */
  pick: (next: NextStep) => Step | null;
  children: (created: CreatedDeposit<Step>) => ReactNode;
}

/** A page that follows the creation of a deposit: its loading, its failure, and what isn't its own. */
export function CreatedDepositScreen<Step>(props: CreatedDepositScreenProps<Step>) {
  const { depositId } = useSearch();
  // Another deposit is another page, of which nothing stays.
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
