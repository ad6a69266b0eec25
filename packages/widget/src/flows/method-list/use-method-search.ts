import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { usePlace } from '../../routing/use-router.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSession } from '../../session/session.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';
import { keepSearch, keptSearchOf } from './kept-searches.ts';

type SearchCode = typeof import('./method-search.ts');

/** Once it is there it stays, so that a list that is come back to is narrowed down at once. */
let searchCode: SearchCode | null = null;

export interface MethodSearchControls {
  /** What the field shows. */
  typed: string;
  setTyped: (typed: string) => void;
  /** Makes ready for typing: the code and the index come before the first letter. */
  prepare: () => void;
  /** The methods found, and by what; null where nothing is searched for. */
  result: { search: string; found: PaymentMethod[] } | null;
}

/** The search over a list of methods. What was typed survives a look at a form. */
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
  // A key press shows in the field at once, whatever the list takes.
  const search = useDeferredValue(typed.trim());

  // Where the code can't be had the list stays whole, and the next key tries again.
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
    const find = code.resolveMethodSearch({ methods, groups, text, locale: locale.tag });
    return { search, found: find(search) };
  }, [code, search, methods, groups, text, locale.tag]);

  return {
    typed,
    setTyped: (value) => {
      setTyped(value);
      prepare();
    },
    prepare,
    // What was typed last may be found as late as the player presses a tile.
    result: useHeldWhilePressed(result),
  };
}

async function importCode(): Promise<SearchCode> {
  searchCode ??= await retryImport(() => import('./method-search.ts'), { attempts: 1 });
  return searchCode;
}

/** What tells one list from another. */
function useListName(): string {
  const { route, search } = usePlace() ?? {};
  return JSON.stringify([route?.name, search?.group]);
}

/** The same array as before where it holds the same, however often a caller has made it. */
function useSame<Item>(items: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(items);
  const isSame =
    kept === items ||
    (kept.length === items.length && kept.every((item, index) => item === items[index]));
  if (!isSame) setKept(items);
  return isSame ? kept : items;
}
