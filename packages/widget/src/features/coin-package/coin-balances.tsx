import { type MessageKey, useMoney, useText } from '../../i18n/text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCoinBalances } from './balances.query.ts';
import styles from './coin-balances.module.css';

/**
 * The player's gold coins and sweep coins; nothing where they can't be loaded.
 * @param title - stands above them, where other coins are in sight
 */
export function CoinBalances({ title }: { title?: MessageKey }) {
  const text = useText();
  const { balances, isError } = useCoinBalances();
  if (balances === undefined && isError) return null;
  return (
    <section className={styles.section} aria-label={text(title ?? 'package.balances')}>
      {title !== undefined && <h2 className={styles.title}>{text(title)}</h2>}
      <dl className={styles.balances}>
        <Balance name={text('package.gold')} currency="QGC" amount={balances?.gold} />
        <Balance name={text('package.sweep')} currency="QSC" amount={balances?.sweep} />
      </dl>
    </section>
  );
}

interface BalanceProps {
  name: string;
  currency: string;
  /** Undefined while it is being loaded. */
  amount: string | undefined;
}

function Balance({ name, currency, amount }: BalanceProps) {
  const money = useMoney();
  return (
    <div className={styles.balance} data-coin={currency}>
      <dt>{name}</dt>
      <dd>
        {amount === undefined ? <Skeleton shape="line" /> : <bdi>{money(amount, currency)}</bdi>}
      </dd>
    </div>
  );
}
