import { useText } from '../../i18n/text.ts';
import { StatusPanel } from '../../ui/status-panel.tsx';

/**
 * Shows that a search found nothing (§5 'search.text'). The list announces it to screen readers.
 */
export function NothingFound() {
  const text = useText();
  return <StatusPanel tone="quiet" title={text('search.text')} />;
}
