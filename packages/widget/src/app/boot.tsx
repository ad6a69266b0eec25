import { resolveLocale } from '@kassa/contract';
import { createBrowserHistory } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import type { HostBridge } from '../host/host-bridge.ts';
import { createIframeBridge } from '../host/iframe-bridge.ts';
import { createNullBridge } from '../host/null-bridge.ts';
import { loadMessages } from '../i18n/load-messages.ts';
import { applyLocale, resolvePlayerLocale } from '../i18n/player-locale.ts';
import { TextProvider } from '../i18n/text-provider.tsx';
import { takeLocaleFromAddress } from './address-locale.ts';
import { App } from './app.tsx';
import { type PageConfig, readPageConfig } from './page-config.ts';
import { paths } from './paths.ts';
import { createAppRouter } from './router.tsx';
import { StartErrorScreen } from './start-error.screen.tsx';
import { startSession } from './start-session.ts';

/** Starts the widget in a page: the popup's own page, or handshake → locale → transport → router. */
export async function boot(container: HTMLElement): Promise<void> {
  const page = readPageConfig(document);
  const addressLocale = takeLocaleFromAddress(window);
  if (window.location.pathname === `/${page.product}${paths.form}`) {
    const { bootForm } = await import('../flows/form/boot-form.tsx');
    return bootForm(container, addressLocale);
  }
  const bridge =
    window.parent === window
      ? createNullBridge()
      : createIframeBridge({ window, allowedOrigins: page.allowedOrigins });
  await start(createRoot(container), page, bridge, addressLocale);
}

async function start(
  root: Root,
  page: PageConfig,
  bridge: HostBridge,
  addressLocale: string | null,
): Promise<void> {
  try {
    const started = await startSession(page, bridge, addressLocale);
    bridge.send({ messageType: 'onInit' });
    const router = createAppRouter({ product: page.product, history: createBrowserHistory() });
    root.render(<App {...started} router={router} />);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    bridge.send({ messageType: 'onInitError', payload: { message } });
    const requested = addressLocale ?? navigator.language;
    const { tag, messages } = await loadMessages(resolveLocale(requested), () => {});
    const locale = resolvePlayerLocale(requested, tag);
    applyLocale(document.documentElement, locale);
    const handleRetry = () => void start(root, page, bridge, addressLocale);
    root.render(
      <TextProvider locale={locale} messages={messages} onError={() => {}}>
        <StartErrorScreen error={error} onRetry={handleRetry} />
      </TextProvider>,
    );
  }
}
