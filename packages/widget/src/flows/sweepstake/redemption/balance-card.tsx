import { compareDecimals } from '@kassa/contract';
import { useId } from 'react';
import { useCoins } from '../../../features/coin-package/use-coins.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import cards from '../../../ui/card.module.css';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import sums from '../../../ui/sum.module.css';
import styles from './balance-card.module.css';
import { CoinsRetry } from './coins-retry.tsx';
import { type RecoupSum, useGoldCoins } from './redemption.queries.ts';
import { SweepPicture } from './sweep-picture.tsx';
import { useReport } from './use-conversion.ts';

interface BalanceCardProps {
  /** Undefined while it is loading, null where it can't be had. */
  recoup: RecoupSum | null | undefined;
  /** Only what can be redeemed, above a form, which gives its own reasons. */
  isShort?: boolean;
}

/** The player's sweep coins: what can be redeemed now, and what is in the way of the rest. */
export function BalanceCard({ recoup, isShort = false }: BalanceCardProps) {
  const text = useText();
  const money = useMoney();
  const id = useId();
  useReport(recoup === null, 'No balance for a redemption');
  if (recoup === undefined) return <Skeleton shape="row" />;
  const { amount, balance, unplayed, owed } = recoup ?? nothing;
  const show = (coins: string) => money(coins, 'QSC', { trimZeros: true });
  return (
    <section className={cards.card} aria-labelledby={id}>
      <div className={styles.head}>
        <SweepPicture />
        <div className={styles.words}>
          <h2 className={styles.label} id={id}>
            {text('redemption.redeemable')}
          </h2>
          <b className={isShort ? styles.short : sums.sum}>{show(amount)}</b>
          {recoup !== null && (
            <small className={styles.note}>
              {text('redemption.of', { balance: show(balance) })}
              {isPositive(unplayed) && (
                <> · {text('redemption.unplayed', { amount: show(unplayed) })}</>
              )}
              {isPositive(owed) && <> · {text('redemption.owed', { amount: show(owed) })}</>}
            </small>
          )}
        </div>
      </div>
      {isPositive(balance) && <Bar part={amount} whole={balance} />}
      {recoup === null && !isShort && (
        <div className={styles.missing} role="alert">
          <Notice tone="warn">
            <p>{text('redemption.missing.balance')}</p>
            <CoinsRetry look="ghost" />
          </Notice>
        </div>
      )}
      {!isShort && <GoldLine />}
    </section>
  );
}

const nothing = { amount: '0', balance: '0', unplayed: '0', owed: '0' };

const isPositive = (amount: string) => compareDecimals(amount, '0') > 0;

/** The redeemable part of the balance. The words beside it say the same. */
function Bar({ part, whole }: { part: string; whole: string }) {
  const percent = Math.min(100, (100 * Number(part)) / Number(whole));
  return (
    <div className={styles.bar} aria-hidden="true">
      <i className={styles.done} style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}

/** Gold coins, which are never redeemable. */
function GoldLine() {
  const text = useText();
  const coins = useCoins();
  const gold = useGoldCoins();
  return (
    <p className={styles.gold}>
      <span>
        {gold === undefined
          ? text('redemption.gold.name')
          : text('sweepstake.gold', { amount: coins(gold) })}
      </span>
      <span>{text('redemption.gold.never')}</span>
    </p>
  );
}
