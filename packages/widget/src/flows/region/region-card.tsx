import { useDeferredValue } from 'react';
import { useMoney, useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import type { RouteName } from '../../routing/route-names.ts';
import { useSession } from '../../session/session.ts';
import { useUser } from '../../session/user.query.ts';
import cards from '../../ui/card.module.css';
import { Flag } from '../../ui/flag.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { countryName } from './country-name.ts';

interface RegionCardProps {
  country: string;
  /** Where another region is chosen. */
  to: RouteName;
}

/** Where the player pays from and what they have, with the way to another region. */
export function RegionCard({ country, to }: RegionCardProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const { data: user } = useUser();
  const balance = user?.balanceData.primary;
  // A phone needs long to look names up: the methods come first, the name a moment later.
  const named = useDeferredValue<string | null>(country, null);
  return (
    <SummaryCard
      picture={<Flag country={country} />}
      title={named === null ? <Skeleton shape="line" /> : countryName(named, locale.format)}
      note={
        balance === undefined ? (
          <Skeleton shape="line" />
        ) : (
          text(user?.accountType === 'additional' ? 'account.additional' : 'account.main', {
            balance: money(balance.amount, balance.currency),
          })
        )
      }
    >
      <Link className={cards.action} to={to}>
        {text('region.change')}
      </Link>
    </SummaryCard>
  );
}
