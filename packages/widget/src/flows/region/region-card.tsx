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
  /** The screen of the regions. */
  to: RouteName;
}

/** The player's region and balance, with a link to the other regions. */
export function RegionCard({ country, to }: RegionCardProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const { data: user } = useUser();
  const balance = user?.balanceData.primary;
  // Names are slow to look up on a phone: the methods show first, the name a moment later.
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
