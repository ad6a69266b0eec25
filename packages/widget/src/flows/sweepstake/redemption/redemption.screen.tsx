import { compareDecimals, type PaymentMethod } from '@kassa/contract';
import { Disclaimer } from '../../../features/coin-package/disclaimer.tsx';
import { searchThreshold } from '../../../features/search/search-threshold.ts';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import type { Target } from '../../../routing/route.ts';
import { Screen } from '../../../ui/screen.tsx';
import { HistoryLink } from '../../links/history-link.tsx';
import quiet from '../../links/quiet-link.module.css';
import BlockedList from '../../list/blocked-list.tsx';
import { ListContent } from '../../list/list-content.tsx';
import { sortByPosition } from '../../method-list/arrange-methods.ts';
import { OneSection } from '../../method-list/offer.tsx';
import { PendingWithdrawals } from '../../withdrawal/list/pending-withdrawals.tsx';
import { useWithdrawal } from '../../withdrawal/withdrawal.query.ts';
import { cryptoMethods } from '../crypto-methods.ts';
import { BalanceCard } from './balance-card.tsx';
import { RecoupNotice } from './recoup-notice.tsx';
import { useRecoup } from './redemption.queries.ts';

/** Returns the form in which sweep coins are redeemed in a coin. */
export const convertTarget = ({ name }: Pick<PaymentMethod, 'name'>): Target => ({
  to: 'Withdrawal redirect',
  search: { method: name },
});

/** The sweep coins, what of them can be redeemed, and the coins to redeem them in (§2). */
export function RedemptionScreen() {
  const { catalogue, error } = useWithdrawal();
  const recoup = useRecoup();
  const methods = sortByPosition(cryptoMethods(catalogue?.methods ?? []));
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ block }) => methods.length === 0 && block === undefined}
      list="Withdrawal list"
    >
      {({ currency, country, block }) => (
        <Screen>
          <BalanceCard recoup={recoup} />
          {/* A block doesn't stop what is under way. */}
          <PendingWithdrawals methods={methods} />
          {block !== undefined && <BlockedList block={block} />}
          {block === undefined && recoup != null && <RecoupNotice recoup={recoup} />}
          {block === undefined && recoup != null && compareDecimals(recoup.amount, '0') > 0 && (
            <Coins methods={methods} currency={currency} country={country} />
          )}
          <HistoryLink />
          <Disclaimer />
        </Screen>
      )}
    </ListContent>
  );
}

interface CoinsProps {
  methods: PaymentMethod[];
  currency: string;
  country: string;
}

function Coins({ methods, ...place }: CoinsProps) {
  const text = useText();
  // The list of coins has them all, and its search.
  const isMore = methods.length > searchThreshold;
  return (
    <>
      <OneSection
        {...place}
        title={text('redemption.choose')}
        methods={isMore ? methods.slice(0, searchThreshold) : methods}
        targetOf={convertTarget}
      />
      {isMore && (
        <Link className={quiet.link} to="Sweepstake withdrawal crypto list">
          {text('redemption.all', { count: methods.length })}
        </Link>
      )}
    </>
  );
}
