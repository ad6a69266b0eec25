import { useDeferredValue } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { useUser } from '../../../session/user.query.ts';
import { Flag } from '../../../ui/flag.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SummaryCard } from '../../../ui/summary-card.tsx';

/** Where the player pays from, and what they have. */
export function RegionCard({ country }: { country: string }) {
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
          text('account.main', { balance: money(balance.amount, balance.currency) })
        )
      }
    />
  );
}

function countryName(country: string, locale: string): string {
  const code = country.toUpperCase();
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code;
}
