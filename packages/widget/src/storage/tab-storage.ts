/**
 * Reads a value that is kept for the browser tab's session; null for none. Storage throws in private
 * modes and in third-party frames: it then counts as empty.
 */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value for the browser tab's session; null deletes it. */
export function writeTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Nothing depends on the value.
  }
}
