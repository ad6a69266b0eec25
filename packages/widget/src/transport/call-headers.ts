/** What of the host's data goes along with each call; unjudged where the early script sends it. */
export interface CallHeaderParts {
  platformVersion?: unknown;
  isMobileApp?: unknown;
  pwa?: unknown;
  platform?: unknown;
}

/**
 * The extra headers of every call (§7). Without a schema library, since the early script sends them
 * too. Each value is one short word: anything else the host says is left out.
 */
export function buildCallHeaders(
  { platformVersion = 'redesign', isMobileApp, pwa, platform }: CallHeaderParts,
  isNative: boolean,
): Record<string, string> {
  return {
    ...(isWord(platformVersion) && { platformVersion: platformVersion }),
    isMobileApp: String(isMobileApp === true),
    pwa: String(pwa === true),
    ...(isNative && { isNative: 'true' }),
    ...(isNative && isWord(platform) && { platform: platform }),
  };
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]{1,32}$/.test(value);
}
