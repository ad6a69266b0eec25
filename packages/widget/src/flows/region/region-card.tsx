import type { User } from '@kassa/contract';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useMoney, useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import type { RouteName } from '../../routing/route-names.ts';
import { useSession } from '../../session/session.ts';
import { useUser } from '../../session/user.query.ts';
import { TransportError } from '../../transport/transport-error.ts';
import cards from '../../ui/card.module.css';
import { Flag } from '../../ui/flag.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { countryName } from './country-name.ts';

/** Loaded when it is needed, as the first list needs none. */
const UnknownAccount = lazy(() => import('./unknown-account.tsx'));

interface RegionCardProps {
  country: string;
  /** The screen of the regions. */
  to: RouteName;
}

/** The player's region and balance, with a link to the other regions. */
export function RegionCard({ country, to }: RegionCardProps) {
  const text = useText();
  const { locale } = useSession();
  const { data: user, error } = useUser();
  const isUnknown = error instanceof TransportError && error.code.startsWith('wallet.');
  // Names are slow to look up on a phone: the methods show first, the name a moment later.
  const named = useDeferredValue<string | null>(country, null);
  return (
    <>
      <SummaryCard
        picture={<Flag country={country} />}
        title={named === null ? <Skeleton shape="line" /> : countryName(named, locale.format)}
        note={isUnknown ? undefined : <Balance user={user} />}
      >
        <Link className={cards.action} to={to}>
          {text('region.change')}
        </Link>
      </SummaryCard>
      {isUnknown && (
        <Suspense>
          <UnknownAccount error={error} />
        </Suspense>
      )}
    </>
  );
}

function Balance({ user }: { user: User | undefined }) {
  const text = useText();
  const money = useMoney();
  if (user === undefined) return <Skeleton shape="line" />;
  const { amount, currency } = user.balanceData.primary;
  return text(user.accountType === 'additional' ? 'account.additional' : 'account.main', {
    balance: money(amount, currency),
  });
}
