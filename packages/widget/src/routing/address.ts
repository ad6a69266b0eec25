import type { Search } from './route.ts';

/** Encodes a query with its `?`; empty where the query has no values. */
export function encodeSearch(search: Search): string {
  const present = Object.entries(search).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return present.length === 0 ? '' : `?${new URLSearchParams(present)}`;
}

/** Splits a query into the values with these names and the rest. */
export function splitSearch(
  search: Search,
  names: readonly string[],
): { named: Search; rest: Search } {
  const pick = (isNamed: boolean) =>
    Object.fromEntries(Object.entries(search).filter(([key]) => names.includes(key) === isNamed));
  return { named: pick(true), rest: pick(false) };
}

/** Whether a flag of an address is set; `0` sets none, nor does a flag without a value. */
export function isFlagSet(flag: string | undefined): boolean {
  return flag !== undefined && !['', '0', 'false'].includes(flag);
}

/** Takes an address apart; a slash at the end of its path means nothing. */
export function parseAddress(address: string): { path: string; search: Search } {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(address) ?? [];
  return {
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    search: Object.fromEntries(new URLSearchParams(query)),
  };
}
