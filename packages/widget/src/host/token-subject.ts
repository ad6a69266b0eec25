/**
 * Returns the `sub` of a token, unverified, to tell one player from another within this tab. Null
 * where the token isn't a JWT with a `sub`.
 */
export function readTokenSubject(token: string): string | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    if (typeof claims !== 'object' || claims === null || !('sub' in claims)) return null;
    return typeof claims.sub === 'string' ? claims.sub : null;
  } catch {
    return null;
  }
}
