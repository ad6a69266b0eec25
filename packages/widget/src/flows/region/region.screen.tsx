import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { NothingFound } from '../../features/search/nothing-found.tsx';
import { searchByName, searchThreshold } from '../../features/search/search-by-name.ts';
import { useText } from '../../i18n/text.ts';
import { usePlace, useRouter } from '../../routing/use-router.ts';
import { resolveCountry } from '../../session/payment-country.ts';
import { useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { Flag } from '../../ui/flag.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { countryName } from './country-name.ts';
import styles from './region.module.css';
import { regionsQuery } from './region.query.ts';

interface Region {
  code: string;
  name: string;
}

/** The choice of the region whose methods are offered (§2 "region"). */
export function RegionScreen() {
  const text = useText();
  const { transport, hostData } = useSession();
  const regions = useRegions(useQuery(regionsQuery(transport)).data?.countries);
  const chosen = useSessionStore((store) => store.region) ?? resolveCountry(hostData);
  const [search, setSearch] = useState('');
  const handleChoose = useChooseRegion();
  const { locale } = useSession();
  const found = searchByName(regions, ({ name, code }) => [name, code], search, locale.tag);
  return (
    <Screen layout="form">
      {regions.length > searchThreshold && (
        <SearchField
          label={text('region.search', { count: regions.length })}
          value={search}
          onChange={setSearch}
        />
      )}
      {found.length === 0 ? (
        <NothingFound />
      ) : (
        <ul className={styles.regions} aria-label={text('region.label')}>
          {found.map(({ code, name }) => (
            <li key={code}>
              <button
                type="button"
                className={styles.region}
                aria-current={code === chosen ? 'true' : undefined}
                onClick={() => handleChoose(code)}
              >
                <Flag country={code} />
                <span className={styles.name}>{name}</span>
                {code === chosen && <Glyph name="check" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

/** The regions by name; the player's own, which the server puts first, stays there. */
function useRegions(countries: readonly string[] | undefined): Region[] {
  const { locale } = useSession();
  return useMemo(() => {
    const { compare } = new Intl.Collator(locale.format);
    const [own, ...others] = (countries ?? []).map((code) => ({
      code,
      name: countryName(code, locale.format),
    }));
    const sorted = others.sort((left, right) => compare(left.name, right.name));
    return own === undefined ? [] : [own, ...sorted];
  }, [countries, locale.format]);
}

/** Takes a region and goes to the list of its methods, from which back doesn't lead here. */
function useChooseRegion(): (country: string) => void {
  const router = useRouter();
  const place = usePlace();
  return (country) => {
    useSessionStore.getState().chooseRegion(country);
    const transaction = place?.route.transaction ?? place?.search.transaction;
    router.navigate({ to: router.rootOf(transaction), replace: true });
  };
}
