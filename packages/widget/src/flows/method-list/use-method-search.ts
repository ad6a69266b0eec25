import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { usePlace } from '../../routing/use-router.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSession } from '../../session/session.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';
import { keepSearch, keptSearchOf } from './kept-searches.ts';
import type { Found } from './method-search.ts';

type SearchCode = typeof import('./method-search.ts');

/**
 * The code stays once it is loaded, so that a list is filtered at once when the player comes back.
 */
let searchCode: SearchCode | null = null;

export interface MethodSearchControls {
  /** The text of the search field. */
  typed: string;
  setTyped: (typed: string) => void;
  /** Prepares for typing: loads the code and builds the index before the first letter. */
  prepare: () => void;
  /** The found methods and their search; null while the search is empty. */
  result: (Found & { search: string }) | null;
}

/** The search over a list of methods. It stays after a visit to a form. */
export function useMethodSearch(
  given: readonly PaymentMethod[],
  groups: readonly PaymentGroup[],
): MethodSearchControls {
  const text = useText();
  const session = useSession();
  const { locale } = session;
  const methods = useSame(given);
  const [code, setCode] = useState(searchCode);
  const list = useListName();
  const direction = usePlace()?.direction;
  const [typed, setTyped] = useState(() =>
    direction === 'back' ? keptSearchOf(session, list) : '',
  );
  // The field shows a key at once, however long the list takes.
  const search = useDeferredValue(typed.trim());

  // Where the code fails to load the list stays whole, and the next key tries again.
  const prepare = () =>
    void importCode().then(
      (loaded) => {
        loaded.resolveMethodSearch({ methods, groups, text, locale: locale.tag });
        startTransition(() => setCode(loaded));
      },
      () => {},
    );

  useEffect(() => keepSearch(session, list, typed), [session, list, typed]);

  const result = useMemo(() => {
    if (code === null || search === '') return null;
    const searched = { methods, groups, text, locale: locale.tag };
    return { search, ...code.searchMethods(searched, search) };
  }, [code, search, methods, groups, text, locale.tag]);

  return {
    typed,
    setTyped: (value) => {
      setTyped(value);
      prepare();
    },
    prepare,
    // New results may appear during a press on a tile.
    result: useHeldWhilePressed(result),
  };
}

async function importCode(): Promise<SearchCode> {
  searchCode ??= await retryImport(() => import('./method-search.ts'), { attempts: 1 });
  return searchCode;
}

/** Returns a name for the list, unique among the lists. */
function useListName(): string {
  const { route, search } = usePlace() ?? {};
  return JSON.stringify([route?.name, search?.group]);
}

/** Returns the same array as before where its items are the same. */
function useSame<Item>(items: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(items);
  const isSame =
    kept === items ||
    (kept.length === items.length && kept.every((item, index) => item === items[index]));
  if (!isSame) setKept(items);
  return isSame ? kept : items;
}
