/**
 * Whose token it is: its `sub`, unverified, to tell one player from another within this tab. Null
 * where it is no JWT with one.
 */
export function readTokenSubject(token: string): string | null {
  return readTokenClaim(token, 'sub');
}

/** A text of a token's payload, unverified: the server judges by its own reading. Null where it has none. */
export function readTokenClaim(token: string, name: 'sub' | 'country'): string | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    if (typeof claims !== 'object' || claims === null) return null;
    const claim = new Map<string, unknown>(Object.entries(claims)).get(name);
    return typeof claim === 'string' ? claim : null;
  } catch {
    return null;
  }
}
