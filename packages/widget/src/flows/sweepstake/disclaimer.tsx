import { useText } from '../../i18n/text.ts';
import styles from './boxes.module.css';

/** What coins are and are not (§1). */
export function Disclaimer() {
  const text = useText();
  return <p className={styles.disclaimer}>{text('sweepstake.disclaimer')}</p>;
}
