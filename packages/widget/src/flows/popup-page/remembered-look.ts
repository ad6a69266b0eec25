import { type Theme, themeSchema } from '@kassa/contract';

/** The language and theme of the cashier that opened the page. */
export interface Look {
  locale: string | null;
  theme: Theme | null;
}

const key = 'kassa.popup.look';

/**
 * Keeps a popup's language and theme for its provider's return of the player, whose address doesn't
 * have them. They last as long as the window.
 */
export function rememberLook(storage: () => Storage, look: Look): void {
  try {
    storage().setItem(key, JSON.stringify(look));
  } catch {
    // Storage may be forbidden: the browser's own language is used then.
  }
}

/** Returns what {@link rememberLook} kept; null values where there is nothing. */
export function recallLook(storage: () => Storage): Look {
  try {
    const { locale, theme } = JSON.parse(storage().getItem(key) ?? '{}');
    return {
      locale: typeof locale === 'string' ? locale : null,
      theme: themeSchema.safeParse(theme).data ?? null,
    };
  } catch {
    return { locale: null, theme: null };
  }
}

/**
 * Sets language and theme: those of the address that the cashier opened, kept for the provider's
 * way back and for a reload. Otherwise an app is dark (§1), and the language is the browser's.
 * Returns the locale.
 */
export function takeLook(addressLocale: string | null, isNative: boolean): string {
  const storage = () => window.sessionStorage;
  const asked = new URLSearchParams(window.location.search).get('theme');
  const theme = themeSchema.safeParse(asked).data ?? null;
  const kept = recallLook(storage);
  const look = { locale: addressLocale ?? kept.locale, theme: theme ?? kept.theme };
  rememberLook(storage, look);
  document.documentElement.dataset.theme = look.theme ?? (isNative ? 'dark' : 'light');
  return look.locale ?? navigator.language;
}
