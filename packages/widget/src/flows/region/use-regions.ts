import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { buildSearch, type Find } from '../../features/search/search-index.ts';
import { useSession } from '../../session/session.ts';
import { countryName } from './country-name.ts';
import { regionsQuery } from './region.query.ts';

export interface Region {
  /** ISO 3166-1 alpha-2, in lower case. */
  code: string;
  name: string;
}

/** Provides the regions by name. The server puts the player's own first, where it stays. */
export function useRegions(): { regions: Region[]; find: Find<Region> } {
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

/** Searches by name in the player's language and in English, and by code. */
function buildRegionSearch(regions: readonly Region[]): Find<Region> {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return buildSearch(regions, ({ code, name }) => ({
    names: [name, english.of(code.toUpperCase()) ?? '', code],
  }));
}
