import { type CoinBox, compareDecimals } from '@kassa/contract';
import { CoinPicture } from '../../features/coin-package/coin-picture.tsx';
import { useCoins } from '../../features/coin-package/use-coins.ts';
import { Countdown } from '../../features/countdown/countdown.tsx';
import { useMoney, useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import type { RouteName } from '../../routing/route-names.ts';
import announcement from '../../ui/announcement.module.css';
import styles from './boxes.module.css';

interface BoxTileProps {
  box: CoinBox;
  /** How high its pile of coins is. */
  pile: number;
  /** The screen of its methods. */
  to: RouteName;
  /** Its offer has ended. */
  onEnd: () => void;
}

/** A coin package: its coins, its marks, what is left of it, its price. */
export function BoxTile({ box, pile, to, onEnd }: BoxTileProps) {
  const text = useText();
  const money = useMoney();
  const coins = useCoins();
  const { boxId, gcAmount, scAmount, price, priceCurrencyCode: currency, badge, fullPrice } = box;
  return (
    <li>
      <Link className={styles.box} to={to} search={{ box: boxId }}>
        {badge !== undefined && (
          <span className={styles.badge} data-badge={badge}>
            {text(`package.badge.${badge}`)}
          </span>
        )}
        <CoinPicture pile={pile} />
        <b className={styles.gold}>{text('sweepstake.gold', { amount: coins(gcAmount) })}</b>
        {compareDecimals(scAmount, '0') > 0 && (
          <small className={styles.sweep}>
            {text('sweepstake.free', { amount: coins(scAmount) })}
          </small>
        )}
        <Rest box={box} onEnd={onEnd} />
        <span className={styles.price}>
          {fullPrice !== undefined && (
            <>
              <span className={announcement.announcement}>{text('package.fullPrice')}</span>
              <s className={styles.full}>{money(fullPrice, currency)}</s>
            </>
          )}
          <bdi>{money(price, currency)}</bdi>
        </span>
      </Link>
    </li>
  );
}

/** How long the package is on offer, how many are left, and how many of them for the player. */
function Rest({
  box: { endsAt, left, leftForPlayer },
  onEnd,
}: Pick<BoxTileProps, 'box' | 'onEnd'>) {
  const text = useText();
  if (endsAt === undefined && left === undefined && leftForPlayer === undefined) return null;
  return (
    <small className={styles.rest}>
      {endsAt !== undefined && (
        <span>
          {text('package.ends')} <Countdown deadlineMs={endsAt} onExpire={onEnd} />
        </span>
      )}
      {left !== undefined && <span>{text('package.left', { count: left })}</span>}
      {leftForPlayer !== undefined && (
        <span>{text('package.leftForYou', { count: leftForPlayer })}</span>
      )}
    </small>
  );
}
