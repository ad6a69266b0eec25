import { useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import { useRouter, useSearch } from '../../routing/use-router.ts';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './quiet-link.module.css';

/**
 * A link to the player's last payments; nothing in a cashier without that screen, nor on a page that
 * leads back to it.
 */
export function HistoryLink() {
  const text = useText();
  const router = useRouter();
  const { to } = useSearch();
  if (to === 'Deposit history' || !router.hasScreen('Deposit history')) return null;
  return (
    <Link className={styles.link} to="Deposit history">
      <Glyph name="clock" size={18} />
      {text('history.link')}
    </Link>
  );
}
