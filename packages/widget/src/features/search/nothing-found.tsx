import { useText } from '../../i18n/text.ts';
import { StatusPanel } from '../../ui/status-panel.tsx';
import styles from './nothing-found.module.css';

interface NothingFoundProps {
  /** Suggestions follow, so it is one line. */
  isSmall?: boolean;
}

/**
 * Shows that a search found nothing (§5 'search.text'). The list announces it to screen readers.
 */
export function NothingFound({ isSmall = false }: NothingFoundProps) {
  const text = useText();
  if (isSmall) return <h2 className={styles.line}>{text('search.text')}</h2>;
  return <StatusPanel tone="quiet" title={text('search.text')} />;
}
