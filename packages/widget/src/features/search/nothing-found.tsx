import { useText } from '../../i18n/text.ts';
import { StatusPanel } from '../../ui/status-panel.tsx';

/** A search that finds nothing says so (§5 'search.text'). */
export function NothingFound() {
  const text = useText();
  return (
    <div role="status">
      <StatusPanel tone="quiet" title={text('search.text')} />
    </div>
  );
}
