/** Takes `?locale=` out of the address bar (§3): it overrides the host's locale once. */
export function takeLocaleFromAddress(window: Window): string | null {
  const url = new URL(window.location.href);
  const locale = url.searchParams.get('locale');
  if (locale === null) return null;
  url.searchParams.delete('locale');
  window.history.replaceState(window.history.state, '', url);
  return locale;
}
