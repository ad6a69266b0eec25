import { type Theme, themeSchema } from '@kassa/contract';

/** How the cashier looks that a popup belongs to. */
export interface Look {
  locale: string | null;
  theme: Theme | null;
}

const key = 'kassa.popup.look';

/**
 * Keeps a popup's language and theme for when its provider sends the player back: the address is the
 * provider's then. It lives as long as the window.
 */
export function rememberLook(storage: () => Storage, look: Look): void {
  try {
    storage().setItem(key, JSON.stringify(look));
  } catch {
    // Storage may be forbidden: the browser's own language does.
  }
}

/** What {@link rememberLook} kept; nothing where it couldn't. */
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
