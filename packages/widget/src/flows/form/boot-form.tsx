import { resolveLocale } from '@kassa/contract';
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
  const requested = addressLocale ?? navigator.language;
  const { tag, messages } = await loadMessages(resolveLocale(requested), () => {});
  const locale = resolvePlayerLocale(requested, tag);
  applyLocale(document.documentElement, locale);
  const isReturned = new URLSearchParams(window.location.search).has('returned');
  createRoot(container).render(
    <TextProvider locale={locale} messages={messages} onError={() => {}}>
      <FormScreen isReturned={isReturned} />
    </TextProvider>,
  );
}
