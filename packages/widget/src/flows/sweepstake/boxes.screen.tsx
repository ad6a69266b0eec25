import { useBoxes } from '../../features/coin-package/boxes.query.ts';
import { CoinPicture } from '../../features/coin-package/coin-picture.tsx';
import { Disclaimer } from '../../features/coin-package/disclaimer.tsx';
import { useCoins } from '../../features/coin-package/use-coins.ts';
import { useMoney, useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useMethods } from '../deposit/deposit.queries.ts';
import BlockedList from '../list/blocked-list.tsx';
import { ListContent } from '../list/list-content.tsx';
import styles from './boxes.module.css';

/** The coin packages on offer, with their prices (§1, §3 "Sweepstake box"). */
export function BoxesScreen() {
  const text = useText();
  const money = useMoney();
  const coins = useCoins();
  const { boxes, error } = useBoxes();
  const { catalogue } = useMethods();
  return (
    <ListContent
      content={boxes}
      error={error}
      isEmpty={({ length }) => length === 0 && catalogue?.block === undefined}
      list="Deposit list"
    >
      {(offered) =>
        catalogue?.block !== undefined ? (
          <Screen>
            <BlockedList block={catalogue.block} />
          </Screen>
        ) : (
          <Screen>
            <ul className={styles.boxes} aria-label={text('title.selectCoinPackage')}>
              {offered.map(({ boxId, gcAmount, scAmount, price, priceCurrencyCode }) => (
                <li key={boxId}>
                  <Link className={styles.box} to="Crypto list" search={{ box: boxId }}>
                    <CoinPicture />
                    <b className={styles.gold}>
                      {text('sweepstake.gold', { amount: coins(gcAmount) })}
                    </b>
                    <small className={styles.sweep}>
                      {text('sweepstake.free', { amount: coins(scAmount) })}
                    </small>
                    <span className={styles.price}>{money(price, priceCurrencyCode)}</span>
                  </Link>
                </li>
              ))}
            </ul>
            <Disclaimer />
          </Screen>
        )
      }
    </ListContent>
  );
}
