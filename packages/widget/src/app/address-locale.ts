/** Removes `?locale=` from the address and returns it (§3). It overrides the host's locale once. */
export function takeLocaleFromAddress(window: Window): string | null {
  const url = new URL(window.location.href);
  const locale = url.searchParams.get('locale');
  if (locale === null) return null;
  url.searchParams.delete('locale');
  window.history.replaceState(window.history.state, '', url);
  return locale;
}
