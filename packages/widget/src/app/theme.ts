import type { HostData, Theme } from '@kassa/contract';

/** The host's theme; without one native platforms are dark and all else is light (§1). */
export function resolveTheme({ theme, platform }: HostData): Theme {
  if (theme !== undefined) return theme;
  return platform === 'android' || platform === 'ios' ? 'dark' : 'light';
}

/** Switches the tokens to a theme. */
export function applyTheme(root: HTMLElement, theme: Theme): void {
  root.dataset.theme = theme;
}
