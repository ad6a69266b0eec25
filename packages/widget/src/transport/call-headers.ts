/**
 * The parts of the host's data for the headers. The early script passes them without validation.
 */
export interface CallHeaderParts {
  platformVersion?: unknown;
  isMobileApp?: unknown;
  pwa?: unknown;
  platform?: unknown;
}

/**
 * Builds the extra headers of every call (§7), without a schema library, since the early script
 * sends them too. Each value is one short word; other values of the host are omitted.
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
