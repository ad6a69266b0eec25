import { useText } from '../../../i18n/text.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import styles from '../../deposit/deposit-form/deposit-form.module.css';

/** Tells what follows the button. */
export function WithdrawalNote({ isHidden }: { isHidden: boolean }) {
  const text = useText();
  return (
    <p className={styles.assurance} hidden={isHidden}>
      <Glyph name="shield" size={18} className={styles.glyph} />
      {text('withdrawal.form.note')}
    </p>
  );
}
