import {
  type HostData,
  isThemeToken,
  type Theme,
  type ThemeTokens,
  themeTokenNames,
} from '@kassa/contract';

/** Returns the host's theme. Without one a native app's is dark, and any other is light (§1). */
export function resolveTheme(
  { theme, platform }: { theme?: HostData['theme']; platform?: string | undefined },
  isNative = false,
): Theme {
  if (theme !== undefined) return theme;
  return isNative || platform === 'android' || platform === 'ios' ? 'dark' : 'light';
}

/** Switches the tokens to a theme. */
export function applyTheme(root: HTMLElement, theme: Theme): void {
  root.dataset.theme = theme;
}

/**
 * Overrides tokens by the host's values. Tokens that the host no longer sets get their default
 * again.
 */
export function applyThemeTokens(root: HTMLElement, tokens: ThemeTokens): void {
  for (const name of themeTokenNames) {
    const value = tokens[name];
    if (value === undefined) root.style.removeProperty(`--k-${name}`);
    else root.style.setProperty(`--k-${name}`, value);
  }
}

/** Picks the valid tokens of a host, without a schema library. */
export function pickTokens(given: Readonly<Record<string, unknown>>): ThemeTokens {
  return Object.fromEntries(
    themeTokenNames.map((name) => [name, given[name]]).filter(([, value]) => isThemeToken(value)),
  );
}
