/** Ids are opaque to clients; anything that isn't one of ours simply doesn't exist. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
