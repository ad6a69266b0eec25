import { useMoney, useText } from '../../i18n/text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCoinBalances } from './balances.query.ts';
import styles from './coin-balances.module.css';

/** The player's gold coins and sweep coins; nothing where they can't be loaded. */
export function CoinBalances() {
  const text = useText();
  const { balances, isError } = useCoinBalances();
  if (balances === undefined && isError) return null;
  return (
    <dl className={styles.balances} aria-label={text('package.balances')}>
      <Balance name={text('package.gold')} currency="QGC" amount={balances?.gold} />
      <Balance name={text('package.sweep')} currency="QSC" amount={balances?.sweep} />
    </dl>
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
