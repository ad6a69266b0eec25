import { compareDecimals, type ForfeitedBonus } from '@kassa/contract';
import type { ReactNode } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './forfeited-bonuses.module.css';

interface ForfeitedBonusesProps {
  bonuses: readonly ForfeitedBonus[];
  children?: ReactNode;
}

/** The bonuses that a withdrawal forfeits, with what is lost of each. */
export function ForfeitedBonuses({ bonuses, children }: ForfeitedBonusesProps) {
  const text = useText();
  return (
    <Notice tone="warn">
      <b>{text('withdrawal.forfeit.title', { count: bonuses.length })}</b>
      <ul className={styles.bonuses}>
        {bonuses.map((bonus) => (
          <li key={bonus.bonusId} className={styles.bonus}>
            <bdi>{bonus.title}</bdi>
            <Loss bonus={bonus} />
          </li>
        ))}
      </ul>
      {children}
    </Notice>
  );
}

function Loss({ bonus: { amount, currency, spins } }: { bonus: ForfeitedBonus }) {
  const text = useText();
  const money = useMoney();
  if (spins !== null) {
    return <b>{text('withdrawal.forfeit.spins', { count: spins })}</b>;
  }
  return compareDecimals(amount, '0') > 0 ? <b>{money(amount, currency)}</b> : null;
}
