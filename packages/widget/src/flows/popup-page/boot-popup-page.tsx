import { resolveLocale, themeSchema } from '@kassa/contract';
import { createRoot } from 'react-dom/client';
import { findNativePort } from '../../host/native-port.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { applyLocale, resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { PopupPageScreen } from './popup-page.screen.tsx';
import { readReturn } from './read-return.ts';
import { recallLook, rememberLook } from './remembered-look.ts';

/** The values that were taken from the page's address. */
interface FormAddress {
  addressLocale: string | null;
  /** The code from an app: see `fetchRedirect`. */
  pageCode: string | null;
}

/** Starts the popup's page. It has no host and no player, only its opener and its address. */
export async function bootPopupPage(
  container: HTMLElement,
  { addressLocale, pageCode }: FormAddress,
): Promise<void> {
  const returned = readReturn(window.location.search);
  const isNative = findNativePort(window) !== null;
  const requested = takeLook(addressLocale, isNative);
  const { tag, messages } = await loadMessages(resolveLocale(requested), () => {});
  const locale = resolvePlayerLocale(requested, tag);
  applyLocale(document.documentElement, locale);
  createRoot(container).render(
    <TextProvider locale={locale} messages={messages} onError={() => {}}>
      <PopupPageScreen returned={returned} pageCode={pageCode} isNative={isNative} />
    </TextProvider>,
  );
}

/**
 * Sets language and theme: those of the address that the cashier opened, kept for the provider's
 * way back. Otherwise an app is dark (§1), and the language is the browser's. Returns the locale.
 */
function takeLook(addressLocale: string | null, isNative: boolean): string {
  const storage = () => window.sessionStorage;
  const asked = new URLSearchParams(window.location.search).get('theme');
  const theme = themeSchema.safeParse(asked).data ?? null;
  const kept = recallLook(storage);
  const look = { locale: addressLocale ?? kept.locale, theme: theme ?? kept.theme };
  rememberLook(storage, look);
  document.documentElement.dataset.theme = look.theme ?? (isNative ? 'dark' : 'light');
  return look.locale ?? navigator.language;
}
