import { resolveLocale } from '@kassa/contract';
import { createRoot } from 'react-dom/client';
import { takeLook } from '../../flows/popup-page/remembered-look.ts';
import { findNativePort } from '../../host/native-port.ts';
import { loadFormats } from '../../i18n/formats.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { applyLocale, resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import type { PageConfig } from '../page-config.ts';
import { PayPage } from './pay-page.screen.tsx';
import { takeCode } from './take-code.ts';

/** Starts the page of one deposit on another device: it has no host, and no player's token. */
export async function bootPayPage(
  container: HTMLElement,
  page: PageConfig,
  addressLocale: string | null,
): Promise<void> {
  const requested = takeLook(addressLocale, findNativePort(window) !== null);
  const code = takeCode(window, page.product);
  const { tag, messages } = await loadMessages(resolveLocale(requested), () => {});
  await loadFormats(tag);
  const locale = resolvePlayerLocale(requested, tag);
  applyLocale(document.documentElement, locale);
  createRoot(container).render(
    <TextProvider locale={locale} messages={messages} onError={() => {}}>
      <PayPage page={page} code={code} locale={locale} messages={messages} />
    </TextProvider>,
  );
}
