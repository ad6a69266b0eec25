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
 * Whether a link may be opened: parsable, without a name and password, which make one host look like
 * another, and https (http only towards this machine) or of a scheme that the method declares.
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

/** Players' phones may be older than `URL.parse`. */
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
