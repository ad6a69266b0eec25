import { useEffect, useState } from 'react';
import { useHeldWhilePressed } from './use-held-while-pressed.ts';
import { useIsHydrated } from './use-is-hydrated.ts';

/** The loaded code, by the function that loads it. */
const known = new Map<unknown, unknown>();

/**
 * Returns the result of a dynamic import: null until it is loaded, `failed` where it can't be. The
 * result never changes while the player presses something.
 * @param load - the same function at every render; null where nothing is needed
 */
export function useLateCode<Code>(load: (() => Promise<Code>) | null): Code | 'failed' | null {
  const [came, setCame] = useState<{ load: unknown; code: Code | 'failed' }>();
  useEffect(() => {
    if (load === null || known.has(load)) return;
    let isGone = false;
    const take = (code: Code | 'failed') => {
      if (!isGone) setCame({ load, code });
    };
    load().then(
      (code) => {
        known.set(load, code);
        take(code);
      },
      () => take('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  const own = came?.load === load ? came?.code : undefined;
  // The server has none of it.
  const isHydrated = useIsHydrated();
  const code = (known.get(load) as Code | undefined) ?? own ?? null;
  return useHeldWhilePressed(isHydrated ? code : null);
}
