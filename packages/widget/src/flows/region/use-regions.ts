import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { buildSearch, type Search } from '../../features/search/search-index.ts';
import { useSession } from '../../session/session.ts';
import { countryName } from './country-name.ts';
import { regionsQuery } from './region.query.ts';

export interface Region {
  /** ISO 3166-1 alpha-2, in lower case. */
  code: string;
  name: string;
}

/** Provides the regions by name. The server puts the player's own first, where it stays. */
export function useRegions(): { regions: Region[]; find: Search<Region>['find'] } {
  const { transport, locale } = useSession();
  const { data } = useQuery(regionsQuery(transport));
  const countries = data?.countries;
  return useMemo(() => {
    const { compare } = new Intl.Collator(locale.format);
    const [own, ...others] = (countries ?? []).map((code) => ({
      code,
      name: countryName(code, locale.format),
    }));
    const sorted = others.sort((left, right) => compare(left.name, right.name));
    const regions = own === undefined ? [] : [own, ...sorted];
    return { regions, find: buildRegionSearch(regions) };
  }, [countries, locale.format]);
}

/**
 * Searches by name in the player's language, in English and in the country's own language, and by
 * code. The names are looked up with the first search, since a phone needs a while for them.
 */
function buildRegionSearch(regions: readonly Region[]): Search<Region>['find'] {
  let search: Search<Region> | undefined;
  return (typed) => {
    if (typed.trim() === '') return [...regions];
    search ??= buildSearch(regions, ({ code, name }) => ({
      names: [name, countryName(code, 'en'), nativeName(code), code],
    }));
    return search.find(typed);
  };
}

/** Returns a country's name in the language that most of its people speak (Unicode CLDR). */
function nativeName(country: string): string {
  return countryName(country, new Intl.Locale(`und-${country}`).maximize().language);
}
