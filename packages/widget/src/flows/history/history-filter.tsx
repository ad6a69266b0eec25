import { useId, useRef } from 'react';
import { useText } from '../../i18n/text.ts';
import { useNavigate, useSearch } from '../../routing/use-router.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { usePayoutWords } from '../withdrawal/parts/payout-words.ts';

/** What the history shows. */
export type Shown = 'all' | 'deposits' | 'withdrawals';

/** Returns what the history shows by its address (`show`); all of it by default. */
export function useShown(): Shown {
  const { show } = useSearch();
  return show === 'deposits' || show === 'withdrawals' ? show : 'all';
}

/** The choice between both directions and one of them. It stands in the address. */
export function HistoryFilter({ shown }: { shown: Shown }) {
  const text = useText();
  const words = usePayoutWords();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useKeptFocus(place, id);
  const handleChange = (show: string) =>
    // Back leads out of the history, however many choices the player has looked at.
    navigate({
      to: 'Deposit history',
      search: { show: show === 'all' ? undefined : show },
      replace: true,
    });
  return (
    <div ref={place}>
      <SegmentedChoice
        id={id}
        label={text('history.filter.label')}
        choices={[
          { value: 'all', text: text('history.filter.all') },
          { value: 'deposits', text: text('history.filter.deposits') },
          { value: 'withdrawals', text: text(words('title.withdrawals')) },
        ]}
        value={shown}
        onChange={handleChange}
      />
    </div>
  );
}
