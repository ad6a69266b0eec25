import type { Theme } from '@kassa/contract';
import type { PlaygroundSettings } from './playground-settings.ts';

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Returns the page's theme: the chosen one, or the device's. */
export function pageTheme({ theme }: Pick<PlaygroundSettings, 'theme'>): Theme {
  if (theme !== 'auto') return theme;
  return prefersDark().matches ? 'dark' : 'light';
}

/** Gives the page a chosen theme. Without one its style sheet follows the device. */
export function showPageTheme({ theme }: Pick<PlaygroundSettings, 'theme'>): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Calls a function when the device switches between light and dark. */
export function onDeviceTheme(listener: () => void): void {
  prefersDark().addEventListener('change', listener);
}
