/**
 * Returns the `sub` of a token, unverified, to tell one player from another within this tab. Null
 * if the token has none or is no JWT.
 */
export function readTokenSubject(token: string): string | null {
  return readTokenClaim(token, 'sub');
}

/** Returns a text claim of a token, unverified; null if the token has none. */
export function readTokenClaim(token: string, name: 'sub' | 'country' | 'currency'): string | null {
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
