import { useState } from 'react';
import { NothingFound } from '../../features/search/nothing-found.tsx';
import { searchThreshold } from '../../features/search/search-by-name.ts';
import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { searchMethods } from './arrange-methods.ts';
import {
  MethodSections,
  type MethodSectionsProps,
  MethodTiles,
  type MethodTilesProps,
} from './method-sections.tsx';
import styles from './tiles.module.css';

/** The methods, and the search that narrows them down. */
export function Offer(props: MethodSectionsProps) {
  const text = useText();
  const { methods } = props;
  const { search, field, found } = useMethodSearch(methods);
  return (
    <>
      {field}
      {search === '' ? (
        <MethodSections {...props} />
      ) : (
        <Tiles
          {...props}
          methods={found}
          title={text('deposit.list.found', { count: found.length })}
        />
      )}
    </>
  );
}

/** Methods under one heading: a group's, or those that take one kind of money. */
export function OneSection({ title, ...props }: MethodTilesProps) {
  const { field, found } = useMethodSearch(props.methods);
  return (
    <>
      {props.methods.length > searchThreshold && field}
      <Tiles {...props} methods={found} title={title} />
    </>
  );
}

function useMethodSearch(methods: MethodTilesProps['methods']) {
  const text = useText();
  const { locale } = useSession();
  const [search, setSearch] = useState('');
  const label = text('deposit.list.search', { count: methods.length });
  return {
    search: search.trim(),
    field: <SearchField label={label} value={search} onChange={setSearch} />,
    found: searchMethods(methods, search, locale.tag),
  };
}

function Tiles(props: MethodTilesProps) {
  if (props.methods.length === 0) return <NothingFound />;
  return (
    <div className={styles.sections}>
      <MethodTiles {...props} />
    </div>
  );
}
