import { useText } from '../../i18n/text.ts';
import styles from './coin-package.module.css';

/** The legal text about coins (§1). */
export function Disclaimer() {
  const text = useText();
  return <p className={styles.disclaimer}>{text('sweepstake.disclaimer')}</p>;
}
