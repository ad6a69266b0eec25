import {
  type CallResponse,
  compareDecimals,
  type Decimal,
  methodLimits,
  type PaymentMethod,
  validateLimits,
  type WithdrawalObstacle,
} from '@kassa/contract';
import type { ReactNode } from 'react';
import { Disclaimer } from '../../../features/coin-package/disclaimer.tsx';
import { searchThreshold } from '../../../features/search/search-threshold.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import type { Target } from '../../../routing/route.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Screen } from '../../../ui/screen.tsx';
import quiet from '../../links/quiet-link.module.css';
import BlockedList from '../../list/blocked-list.tsx';
import { ListContent } from '../../list/list-content.tsx';
import { sortByPosition } from '../../method-list/arrange-methods.ts';
import { OneSection } from '../../method-list/offer.tsx';
import { ObstaclePanel } from '../../withdrawal/list/obstacle-panel.tsx';
import { PendingWithdrawals } from '../../withdrawal/list/pending-withdrawals.tsx';
import { useWithdrawal } from '../../withdrawal/withdrawal.query.ts';
import { cryptoMethods } from '../crypto-methods.ts';
import { BalanceCard } from './balance-card.tsx';
import { RecoupNotice } from './recoup-notice.tsx';
import { type RecoupSum, useRecoup } from './redemption.queries.ts';

/** Returns the form in which sweep coins are redeemed in a coin. */
export const convertTarget = ({ name }: Pick<PaymentMethod, 'name'>): Target => ({
  to: 'Withdrawal redirect',
  search: { method: name },
});

/** The sweep coins, what of them can be redeemed, and the coins to redeem them in (§2). */
export function RedemptionScreen() {
  const { catalogue, error } = useWithdrawal();
  const methods = sortByPosition(cryptoMethods(catalogue?.methods ?? []));
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ block }) => methods.length === 0 && block === undefined}
      list="Withdrawal list"
    >
      {(offer) => <Redemption {...offer} methods={methods} />}
    </ListContent>
  );
}

type Offer = CallResponse<'methods-withdrawal'>;

/** The content, which alone follows the coins' sum: an empty list leads on once. */
function Redemption({ methods, currency, country, block, obstacle }: Offer) {
  const recoup = useRecoup();
  return (
    <Screen>
      <BalanceCard recoup={recoup} />
      {/* A block doesn't stop what is under way. */}
      <PendingWithdrawals methods={methods} />
      {block !== undefined && <BlockedList block={block} />}
      {block === undefined && recoup != null && (
        <Redeemable recoup={recoup} obstacle={obstacle}>
          <Coins methods={methods} currency={currency} country={country} recoup={recoup} />
        </Redeemable>
      )}
      <Disclaimer />
    </Screen>
  );
}

interface RedeemableProps {
  recoup: RecoupSum;
  obstacle: WithdrawalObstacle | undefined;
  /** The coins to redeem in. */
  children: ReactNode;
}

/** What is in the way, and the coins where something can be redeemed. */
function Redeemable({ recoup, obstacle, children }: RedeemableProps) {
  // The screen has words of its own for a balance below the minimum.
  const isBarred = obstacle !== undefined && obstacle.kind !== 'belowMinimum';
  const isRuled = recoup.status !== 'available' && recoup.status !== 'playthrough';
  if (isBarred && !isRuled) return <ObstaclePanel obstacle={obstacle} />;
  return (
    <>
      <RecoupNotice recoup={recoup} />
      {compareDecimals(recoup.amount, '0') > 0 && children}
    </>
  );
}

interface CoinsProps {
  recoup: RecoupSum;
  methods: PaymentMethod[];
  currency: string;
  country: string;
}

function Coins({ methods, recoup, ...place }: CoinsProps) {
  const text = useText();
  const money = useMoney();
  const min = lowestMinimum(methods, place);
  // The list of coins has them all, and its search.
  const isMore = methods.length > searchThreshold;
  return (
    <>
      {min !== null && compareDecimals(recoup.amount, min) < 0 && (
        <Notice tone="warn">
          {text('redemption.belowMinimum', { min: money(min, 'QSC', { trimZeros: true }) })}
        </Notice>
      )}
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

/** Returns the smallest number of sweep coins that any method takes; null where none is known. */
function lowestMinimum(
  methods: readonly PaymentMethod[],
  { currency, country }: Pick<CoinsProps, 'currency' | 'country'>,
): Decimal | null {
  const limits = methods.map((method) => methodLimits(method, currency, country));
  const minima = limits.filter((one) => validateLimits(one) === null).map(({ min }) => min);
  return minima.reduce<Decimal | null>(
    (lowest, min) => (lowest === null || compareDecimals(min, lowest) < 0 ? min : lowest),
    null,
  );
}
