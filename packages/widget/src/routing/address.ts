import type { Search } from './route.ts';

/** A query as an address has it, `?` and all; empty where nothing is in it. */
export function encodeSearch(search: Search): string {
  const present = Object.entries(search).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return present.length === 0 ? '' : `?${new URLSearchParams(present)}`;
}

/** Takes an address apart; a slash at the end of its path means nothing. */
export function parseAddress(address: string): { path: string; search: Search } {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(address) ?? [];
  return {
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    search: Object.fromEntries(new URLSearchParams(query)),
  };
}
