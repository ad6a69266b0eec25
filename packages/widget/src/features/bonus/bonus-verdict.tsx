import type { Bonus } from '@kassa/contract';
import { useMoney, useText } from '../../i18n/text.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { minDepositOf, type BonusVerdict as Verdict } from './bonus.machine.ts';
import styles from './bonus-verdict.module.css';

interface BonusVerdictProps {
  bonus: Bonus;
  verdict: Verdict;
}

/** Whether the deposit at hand brings the bonus, and what is missing where it doesn't. */
export function BonusVerdict({ bonus, verdict }: BonusVerdictProps) {
  const text = useText();
  const money = useMoney();
  const words = () => {
    switch (verdict) {
      case 'activated':
        return text('bonus.verdict.activated');
      case 'belowMin': {
        const least = money(minDepositOf(bonus), bonus.currency, { trimZeros: true });
        return text('bonus.verdict.belowMin', { amount: least });
      }
      case 'otherCurrency':
        return text('bonus.verdict.otherCurrency', { currency: bonus.currency });
      case 'otherMethod':
      case 'off':
      case 'none':
        return null;
    }
  };
  const said = words();
  return (
    <small className={styles.verdict} role="status">
      {said !== null && (
        <>
          <Glyph
            name={verdict === 'activated' ? 'check' : 'warning'}
            size={16}
            className={styles.glyph}
          />
          {said}
        </>
      )}
    </small>
  );
}
