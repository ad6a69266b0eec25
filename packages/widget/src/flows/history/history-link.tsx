import { useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import { useRouter } from '../../routing/use-router.ts';
import { Glyph } from '../../ui/glyph.tsx';
import styles from '../deposit/quiet-link.module.css';

/** A link to the player's last deposits; nothing in a cashier without that screen. */
export function HistoryLink() {
  const text = useText();
  const router = useRouter();
  if (!router.hasScreen('Deposit history')) return null;
  return (
    <Link className={styles.link} to="Deposit history">
      <Glyph name="clock" size={18} />
      {text('history.link')}
    </Link>
  );
}
