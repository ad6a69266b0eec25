import type { ReactNode } from 'react';
import { NothingFound } from '../../features/search/nothing-found.tsx';
import { searchThreshold } from '../../features/search/search-threshold.ts';
import { useText } from '../../i18n/text.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Found } from './method-search.ts';
import {
  MethodSections,
  type MethodSectionsProps,
  MethodTiles,
  type MethodTilesProps,
} from './method-sections.tsx';
import { useMethodSearch } from './use-method-search.ts';
import { useMethodsShown } from './use-methods-shown.ts';

/** The methods, with the search that filters them. */
export function Offer(props: MethodSectionsProps) {
  useMethodsShown();
  return (
    <Searchable {...props} groups={props.groups}>
      <MethodSections {...props} />
    </Searchable>
  );
}

interface OneSectionProps extends MethodTilesProps {
  /** The search is there however few they are (§2 "Crypto list", "P2P list"). */
  isAlwaysSearched?: boolean;
}

/** Methods under one heading: a group's, or those that take one kind of money. */
export function OneSection({ isAlwaysSearched = false, ...props }: OneSectionProps) {
  useMethodsShown();
  const tiles = <MethodTiles {...props} />;
  if (!isAlwaysSearched && props.methods.length <= searchThreshold) return tiles;
  return (
    <Searchable {...props} groups={noGroups}>
      {tiles}
    </Searchable>
  );
}

const noGroups: MethodSectionsProps['groups'] = [];

interface SearchableProps extends Omit<MethodTilesProps, 'title'> {
  groups: MethodSectionsProps['groups'];
  /** Shown while the search is empty. */
  children: ReactNode;
}

function Searchable({ groups, children, ...props }: SearchableProps) {
  const text = useText();
  const { typed, setTyped, prepare, result } = useMethodSearch(props.methods, groups);
  const count = result?.found.length ?? 0;
  const title = count > 0 ? text('deposit.list.found', { count }) : text('search.text');
  return (
    <>
      <SearchField
        label={text('deposit.list.search', { count: props.methods.length })}
        clearLabel={text('search.clear')}
        value={typed}
        onChange={setTyped}
        onIntent={prepare}
      />
      <Announcement>{result === null ? '' : title}</Announcement>
      {result === null && children}
      {result !== null && count === 0 && <Suggestions {...props} {...result} />}
      {result !== null && count > 0 && (
        <MethodTiles {...props} title={title} methods={result.found} search={result.search} />
      )}
    </>
  );
}

/** Shown where a search finds nothing: the methods that the player may have meant, and popular ones. */
function Suggestions({
  nearest,
  popular,
  search,
  ...props
}: Omit<MethodTilesProps, 'title'> & Found & { search: string }) {
  const text = useText();
  return (
    <>
      <NothingFound isSmall={nearest.length + popular.length > 0} />
      {nearest.length > 0 && (
        <MethodTiles {...props} title={text('deposit.list.nearest')} methods={nearest} />
      )}
      {popular.length > 0 && (
        <MethodTiles {...props} title={text('deposit.list.popular')} methods={popular} />
      )}
    </>
  );
}
