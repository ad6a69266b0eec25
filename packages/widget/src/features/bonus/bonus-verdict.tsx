import { type Bonus, compareDecimals } from '@kassa/contract';
import { useMoney, useText } from '../../i18n/text.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { isAskedFor, minDepositOf, type BonusVerdict as Verdict } from './bonus.machine.ts';
import styles from './bonus-verdict.module.css';

interface BonusVerdictProps {
  bonus: Bonus;
  /** Null where there is no deposit yet. */
  verdict: Verdict | null;
}

/** Shows whether the current deposit gets the bonus, and what is missing where it doesn't. */
export function BonusVerdict({ bonus, verdict }: BonusVerdictProps) {
  const text = useText();
  const money = useMoney();
  const minDeposit = minDepositOf(bonus);
  const least = money(minDeposit, bonus.currency, { trimZeros: true });
  const isKept = verdict !== null && isAskedFor(verdict);
  const words = () => {
    switch (verdict) {
      case 'activated':
        return text('bonus.verdict.activated');
      case 'converted':
        return compareDecimals(minDeposit, '0') > 0
          ? text('bonus.verdict.converted', { amount: least })
          : text('bonus.verdict.activated');
      case 'belowMin':
        return text('bonus.verdict.belowMin', { amount: least });
      case 'otherCurrency':
        return text('bonus.verdict.otherCurrency', { currency: bonus.currency });
      case 'otherMethod':
      case 'off':
      case 'none':
      case null:
        return null;
    }
  };
  const said = words();
  return (
    <small className={styles.verdict} role="status">
      {said !== null && (
        <>
          <Glyph name={isKept ? 'check' : 'warning'} size={16} className={styles.glyph} />
          {said}
        </>
      )}
    </small>
  );
}
