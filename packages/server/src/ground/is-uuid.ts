/**
 * Whether a text has the form of an id. Ids are opaque to clients; a malformed id is an unknown id.
 */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
