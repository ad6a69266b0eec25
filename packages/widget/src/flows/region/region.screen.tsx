import { currencyOfCountry } from '@kassa/contract';
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { NothingFound } from '../../features/search/nothing-found.tsx';
import { searchThreshold } from '../../features/search/search-threshold.ts';
import { useText } from '../../i18n/text.ts';
import { usePlace, useRouter } from '../../routing/use-router.ts';
import { resolveCountry } from '../../session/payment-country.ts';
import { useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useUser } from '../../session/user.query.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { moveFocus } from './move-focus.ts';
import styles from './region.module.css';
import { type Region, useRegions } from './use-regions.ts';

/** The choice of the region whose methods are offered (§2 "region"). */
export function RegionScreen() {
  const text = useText();
  const { hostData } = useSession();
  const { regions, find } = useRegions();
  const chosen = useSessionStore((store) => store.region) ?? resolveCountry(hostData);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const handleChoose = useChooseRegion();
  const found = useMemo(() => find(search), [find, search]);
  const said =
    found.length === 0 ? text('search.text') : text('region.found', { count: found.length });
  return (
    <Screen layout="form">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the elements inside take the focus */}
      <div className={styles.choice} onKeyDown={handleArrows}>
        {regions.length > searchThreshold && (
          <SearchField
            label={text('region.search', { count: regions.length })}
            clearLabel={text('search.clear')}
            value={typed}
            onChange={setTyped}
          />
        )}
        <StayingCurrency regions={regions} />
        <Announcement>{search.trim() === '' ? '' : said}</Announcement>
        {found.length === 0 ? (
          <NothingFound />
        ) : (
          <Regions regions={found} chosen={chosen} onChoose={handleChoose} />
        )}
      </div>
    </Screen>
  );
}

/** Tells that a region changes the methods alone: the account keeps its currency. */
function StayingCurrency({ regions }: { regions: readonly Region[] }) {
  const text = useText();
  const { data: user, isError } = useUser();
  const currencies = new Set(regions.map(({ code }) => currencyOfCountry(code)));
  const isOwnAlone = user === undefined || currencies.has(user.currency);
  if (currencies.size < 2 && isOwnAlone) return null;
  // The line keeps its room while the player isn't known.
  return (
    <p className={styles.stays}>
      {user !== undefined && text('region.stays', { currency: user.currency })}
      {user === undefined && !isError && <Skeleton shape="line" />}
    </p>
  );
}

interface RegionsProps {
  regions: Region[];
  chosen: string | undefined;
  onChoose: (country: string) => void;
}

const Regions = memo(function Regions({ regions, chosen, onChoose }: RegionsProps) {
  const text = useText();
  return (
    <ul className={styles.regions} aria-label={text('region.label')}>
      {regions.map(({ code, name }) => (
        <li key={code}>
          <button
            type="button"
            className={styles.region}
            aria-current={code === chosen ? 'true' : undefined}
            onClick={() => onChoose(code)}
          >
            <Flag country={code} />
            <span className={styles.name}>{name}</span>
            {code === chosen && <Glyph name="check" />}
          </button>
        </li>
      ))}
    </ul>
  );
});

/**
 * Up and down move from the search through the regions, so that nobody tabs through 240 of them.
 */
function handleArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.nativeEvent.isComposing || !moveFocus(event.currentTarget, event.key)) return;
  event.preventDefault();
}

/**
 * Returns a function that sets the region and opens the list of its methods. Back from there
 * doesn't lead here.
 */
function useChooseRegion(): (country: string) => void {
  const router = useRouter();
  const place = usePlace();
  const transaction = place?.route.transaction ?? place?.search.transaction;
  return useCallback(
    (country) => {
      useSessionStore.getState().chooseRegion(country);
      router.navigate({ to: router.rootOf(transaction), replace: true });
    },
    [router, transaction],
  );
}
