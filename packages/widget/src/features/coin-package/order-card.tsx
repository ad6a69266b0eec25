import type { Coins } from '@kassa/contract';
import { useState } from 'react';
import { useMoney, useText } from '../../i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import styles from './coin-package.module.css';
import { CoinPicture } from './coin-picture.tsx';
import { type ChosenBox, useChosenBox } from './use-chosen-box.ts';
import { useCoins } from './use-coins.ts';

/** The chosen coin package, above its payment (§2 "sweepstake order info"); nothing without one. */
export function OrderCard() {
  const box = useChosenBox();
  return box === null ? null : <ChosenOrder key={box.boxId} box={box} />;
}

function ChosenOrder({ box }: { box: ChosenBox }) {
  return (
    <>
      <CoinsCard coins={box} box={box} />
      <PackageNews box={box} />
    </>
  );
}

interface CoinsCardProps {
  coins: Coins;
  /** The package, whose price stands beside the coins; null where it isn't known. */
  box: ChosenBox | null;
}

/** The coins of a package, with its price. */
export function CoinsCard({ coins, box }: CoinsCardProps) {
  const text = useText();
  const money = useMoney();
  const format = useCoins();
  return (
    <SummaryCard
      picture={<CoinPicture pile={2} />}
      title={text('sweepstake.gold', { amount: format(coins.gcAmount) })}
      note={text('sweepstake.free', { amount: format(coins.scAmount) })}
    >
      {box !== null && (
        <b className={styles.orderPrice}>
          <bdi>{money(box.price, box.priceCurrencyCode)}</bdi>
        </b>
      )}
    </SummaryCard>
  );
}

/** Tells what has changed since the player chose the package: its price, its coins. */
function PackageNews({ box }: { box: ChosenBox }) {
  const text = useText();
  const money = useMoney();
  const [seen] = useState(box);
  const isOtherPrice = seen.price !== box.price;
  const hasOtherCoins = seen.gcAmount !== box.gcAmount || seen.scAmount !== box.scAmount;
  return (
    <div role="status" className={styles.news}>
      {(isOtherPrice || hasOtherCoins) && (
        <Notice tone="warn">
          {isOtherPrice && (
            <p>
              {text('package.changed', {
                before: money(seen.price, seen.priceCurrencyCode),
                now: money(box.price, box.priceCurrencyCode),
              })}
            </p>
          )}
          {hasOtherCoins && <p>{text('package.coinsChanged')}</p>}
        </Notice>
      )}
    </div>
  );
}
