import { createRoot } from 'react-dom/client';
import { loadMessages } from '../../i18n/load-messages.ts';
import { applyLocale, resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { FormScreen } from './form.screen.tsx';

/** Starts the popup's page. It has no host and no player: only its opener, and a browser's language. */
export async function bootForm(
  container: HTMLElement,
  addressLocale: string | null,
): Promise<void> {
  const locale = resolvePlayerLocale(addressLocale ?? navigator.language);
  applyLocale(document.documentElement, locale);
  const messages = await loadMessages(locale.tag, () => {});
  const isReturned = new URLSearchParams(window.location.search).has('returned');
  createRoot(container).render(
    <TextProvider locale={locale} messages={messages} onError={() => {}}>
      <FormScreen isReturned={isReturned} />
    </TextProvider>,
  );
}
