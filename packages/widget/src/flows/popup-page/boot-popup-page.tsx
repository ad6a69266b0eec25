import { resolveLocale } from '@kassa/contract';
import { createRoot } from 'react-dom/client';
import { findNativePort } from '../../host/native-port.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { applyLocale, resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { PopupPageScreen } from './popup-page.screen.tsx';
import { readReturn } from './read-return.ts';
import { takeLook } from './remembered-look.ts';

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
