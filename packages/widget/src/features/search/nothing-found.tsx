import { useText } from '../../i18n/text.ts';
import { StatusPanel } from '../../ui/status-panel.tsx';

/** A search that finds nothing shows so (§5 'search.text'); the list's announcement says it. */
export function NothingFound() {
  const text = useText();
  return <StatusPanel tone="quiet" title={text('search.text')} />;
}
