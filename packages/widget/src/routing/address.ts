import type { Search, Target } from './route.ts';
import { routePaths } from './route-names.ts';

/** The address of a target under the product. */
export function addressOf({ to, search = {} }: Target): string {
  return routePaths[to] + encodeSearch(search);
}

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
