/** Schemes that a link may never have (§5 "Unsafe link protocols"). */
const unsafeSchemes: ReadonlySet<string> = new Set([
  'javascript',
  'data',
  'file',
  'blob',
  'about',
  'chrome',
]);

export function isUnsafeScheme(scheme: string): boolean {
  return unsafeSchemes.has(scheme.toLowerCase());
}

/**
 * Whether a link may be opened: it can be parsed, has no user name or password (they make one host
 * look like another), and is https (http for localhost only) or has a scheme that the method
 * declares.
 * @param schemes - without the colon: `upi`
 */
export function isSafeLink(link: string, schemes: readonly string[] = []): boolean {
  const url = parseLink(link);
  if (url === null) return false;
  const scheme = url.protocol.slice(0, -1);
  if (isUnsafeScheme(scheme)) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (scheme === 'https' || schemes.includes(scheme)) return true;
  return scheme === 'http' && isLoopback(url.hostname);
}

/** `URL.parse` is missing on older phones. */
function parseLink(link: string): URL | null {
  try {
    return new URL(link);
  } catch {
    return null;
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
