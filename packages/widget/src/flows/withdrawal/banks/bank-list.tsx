import type { PayoutBank } from '@kassa/contract';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { NothingFound } from '../../../features/search/nothing-found.tsx';
import { buildSearch } from '../../../features/search/search-index.ts';
import { searchThreshold } from '../../../features/search/search-threshold.ts';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { Announcement } from '../../../ui/announcement.tsx';
import { Glyph } from '../../../ui/glyph.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { moveFocus } from '../../region/move-focus.ts';
import { useWithdrawal } from '../withdrawal.query.ts';
import styles from './bank-list.module.css';
import { EarlierAccounts } from './earlier-accounts.tsx';

interface BankListProps {
  banks: readonly PayoutBank[];
  group: string | undefined;
}

/** The banks to which the player can withdraw, with a search. */
export function BankList({ banks, group }: BankListProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const index = useMemo(
    () => buildSearch(banks, ({ name, code }) => ({ names: [name], keywords: [code] })),
    [banks],
  );
  const found = useMemo(() => index.find(search), [index, search]);
  const said =
    found.length === 0
      ? text('search.text')
      : text('withdrawal.banks.found', { count: found.length });
  return (
    <Screen layout="form">
      <EarlierAccounts method={useMethodOf(banks)} group={group} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the elements inside take the focus */}
      <div className={styles.choice} onKeyDown={handleArrows}>
        {banks.length > searchThreshold && (
          <SearchField
            label={text('withdrawal.banks.search', { count: banks.length })}
            clearLabel={text('search.clear')}
            value={typed}
            onChange={setTyped}
          />
        )}
        <Announcement>{search.trim() === '' ? '' : said}</Announcement>
        {found.length === 0 ? <NothingFound /> : <Banks banks={found} group={group} />}
      </div>
    </Screen>
  );
}

function Banks({ banks, group }: BankListProps) {
  const text = useText();
  return (
    <ul className={styles.banks} aria-label={text('withdrawal.banks.label')}>
      {banks.map(({ code, name, iconId, paymentMethod }) => (
        <li key={code}>
          <Link
            className={styles.bank}
            to="Withdrawal Nigerian banks"
            search={{ method: paymentMethod, group, bank: code }}
          >
            <Icon id={iconId} name={name} size="small" />
            <bdi className={styles.name}>{name}</bdi>
            <Glyph name="forward" size={18} className={styles.glyph} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Returns the method that pays to the banks; all of them usually have one. */
function useMethodOf([first]: readonly PayoutBank[]) {
  const { catalogue } = useWithdrawal();
  return catalogue?.methods.find(({ name }) => name === first?.paymentMethod);
}

/** Up and down move from the search through the banks. */
function handleArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.nativeEvent.isComposing || !moveFocus(event.currentTarget, event.key)) return;
  event.preventDefault();
}
