const cookieName = 'kassa-token';

/**
 * Returns the token of the session cookie that the debug hook `setUser` wrote (§7); null without
 * one.
 */
export function readDebugToken(cookies: string): string | null {
  const prefix = `${cookieName}=`;
  const cookie = cookies.split('; ').find((part) => part.startsWith(prefix));
  if (cookie === undefined) return null;
  try {
    return decodeURIComponent(cookie.slice(prefix.length)) || null;
  } catch {
    return null;
  }
}

/**
 * Encodes the cookie that holds a token until the browser is closed, for this product's pages
 * alone. The widget is a third-party frame: such a cookie must be Secure, SameSite=None and
 * Partitioned.
 */
export function encodeDebugCookie(token: string, product: string): string {
  const value = encodeURIComponent(token);
  return `${cookieName}=${value}; Path=/${product}/; Secure; SameSite=None; Partitioned`;
}
