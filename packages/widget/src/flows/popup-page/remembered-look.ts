import { type Theme, themeSchema } from '@kassa/contract';

/** The language and theme of the popup's cashier. */
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
