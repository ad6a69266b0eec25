import type { CryptoAddress } from '@kassa/contract';
import { useState } from 'react';
import { CoinsCard } from '../../../features/coin-package/order-card.tsx';
import { useChosenBox } from '../../../features/coin-package/use-chosen-box.ts';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { RequisiteList, RequisiteRow } from '../../../features/requisites/requisite-list.tsx';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useNavigate, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './address.module.css';
import { forgetDeposit } from './kept-addresses.ts';
import { renewed } from './use-new-address.ts';

interface PricePartProps {
  created: Pick<CreatedDeposit<unknown>, 'deposit' | 'clockAheadMs'>;
  address: CryptoAddress;
}

/** What a coin package costs in the coin, and how long that holds; nothing for other deposits. */
export function PricePart({ created: { deposit, clockAheadMs }, address }: PricePartProps) {
  const text = useText();
  const money = useMoney();
  const box = useChosenBox();
  const { payAmount, cryptoName, priceUntil } = address;
  const { coins } = deposit;
  if (payAmount === undefined) return null;
  // Another package may have been chosen since this one was ordered.
  const price = box !== null && isSame(box, coins) ? box : null;
  return (
    <>
      {coins !== undefined && <CoinsCard coins={coins} box={price} />}
      <RequisiteList>
        <RequisiteRow
          label={text('crypto.price.exactly')}
          shown={<bdi>{money(payAmount, cryptoName, { trimZeros: true })}</bdi>}
          copied={payAmount}
          isLarge
        />
      </RequisiteList>
      {priceUntil !== undefined && (
        <PriceLock
          key={priceUntil}
          deadlineMs={Date.parse(priceUntil) + (clockAheadMs ?? 0)}
          depositId={deposit.depositId}
          canRenew={price !== null && !price.isGone}
        />
      )}
    </>
  );
}

function isSame(box: NonNullable<PricePartCoins>, coins: PricePartCoins): boolean {
  return box.gcAmount === coins?.gcAmount && box.scAmount === coins.scAmount;
}

type PricePartCoins = PricePartProps['created']['deposit']['coins'];

interface PriceLockProps {
  deadlineMs: number;
  depositId: string;
  /** The package can still be ordered at the rate of now. */
  canRenew: boolean;
}

function PriceLock({ deadlineMs, depositId, canRenew }: PriceLockProps) {
  const text = useText();
  const session = useSession();
  const navigate = useNavigate();
  const { method, group, box } = useSearch();
  const [isOver, setIsOver] = useState(() => deadlineMs <= Date.now());
  if (!isOver) {
    return (
      <p className={styles.lock}>
        {text('crypto.price.holds')}{' '}
        <b>
          <Countdown deadlineMs={deadlineMs} onExpire={() => setIsOver(true)} />
        </b>
      </p>
    );
  }
  const renew = () => {
    forgetDeposit(session, depositId);
    const search = { method, group, box };
    navigate({ to: 'Crypto address', search, replace: true, data: renewed });
  };
  return (
    <>
      <div role="status">
        <Notice tone="warn" glyph="clock">
          {text('crypto.price.over')}
        </Notice>
      </div>
      {canRenew && <Button onClick={renew}>{text('crypto.price.renew')}</Button>}
    </>
  );
}
