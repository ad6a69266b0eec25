import { resolveLocale } from '@kassa/contract';
import { createRoot, type Root } from 'react-dom/client';
import { readDebugToken } from '../debug/session-cookie.ts';
import { takeEarlyWork } from '../early/early-work.ts';
import { type HostBridge, HostSilentError } from '../host/host-bridge.ts';
import { TokenMissingError } from '../host/host-inbox.ts';
import { createIframeBridge } from '../host/iframe-bridge.ts';
import { findNativePort } from '../host/native-port.ts';
import { createNullBridge } from '../host/null-bridge.ts';
import { createWebViewBridge } from '../host/webview-bridge.ts';
import { loadMessages } from '../i18n/load-messages.ts';
import { applyLocale, resolvePlayerLocale } from '../i18n/player-locale.ts';
import { TextProvider } from '../i18n/text-provider.tsx';
import { createBrowserHistory } from '../routing/history.ts';
import { retryImport } from '../routing/wait-for-page-data.ts';
import { useSessionStore } from '../session/session-store.ts';
import { TransportError } from '../transport/transport-error.ts';
import { takeLocaleFromAddress } from './address-locale.ts';
import { App } from './app.tsx';
import { createAppRouter, loadTree } from './app-router.ts';
import { readPageConfig } from './page-config.ts';
import { StartErrorScreen } from './start-error.screen.tsx';
import { type StartedSession, type StartSessionOptions, startSession } from './start-session.ts';

/**
 * Starts the widget in a page: one without a host, or handshake → locale → transport → router.
 */
export async function boot(container: HTMLElement): Promise<void> {
  const page = readPageConfig(document);
  const addressLocale = takeLocaleFromAddress(window);
  if (/^\/[^/]+\/(form$|pay\/)/.test(window.location.pathname)) {
    const { bootWithoutHost } = await retryImport(() => import('./boot-without-host.ts'));
    return bootWithoutHost(container, page, addressLocale);
  }
  const hasDebugHooks = import.meta.env.DEV || page.debugHooks;
  if (hasDebugHooks) {
    const { installDebugHooks } = await retryImport(
      () => import('../debug/install-debug-hooks.ts'),
    );
    installDebugHooks(window, page.product);
  }
  const early = takeEarlyWork(window);
  const bridge = openBridge(page.allowedOrigins, early.messages);
  const debugToken = hasDebugHooks ? readDebugToken(document.cookie) : null;
  const options = { page, bridge, addressLocale, debugToken, fetch: early.fetch };
  await start(createRoot(container), options);
}

function openBridge(
  allowedOrigins: readonly string[],
  earlyMessages: readonly MessageEvent[],
): HostBridge {
  // A parent page has priority over an app's handler, because the handler may exist in all frames
  // of a web view.
  if (window.parent !== window)
    return createIframeBridge({ window, allowedOrigins, earlyMessages });
  const port = findNativePort(window);
  return port === null ? createNullBridge() : createWebViewBridge({ window, port });
}

async function start(root: Root, options: StartSessionOptions): Promise<void> {
  const { page, bridge } = options;
  let started: StartedSession | undefined;
  try {
    started = await startSession(options);
    const { session, queryClient } = started;
    const tree = await loadTree(session.hostData.widgetViewType);
    bridge.send({ messageType: 'onInit' });
    performance.mark('kassa:init');
    const history = createBrowserHistory(page.product, window);
    const context = { session, queryClient };
    const handleError = (error: unknown) => reportScreenFailure(bridge, error);
    const router = createAppRouter({ tree, history, context, onError: handleError });
    // The page's own skeleton shows until then, so React needn't render one.
    await router.start();
    root.render(<App {...started} router={router} />);
  } catch (error) {
    started?.stop();
    sendInitError(bridge, error);
    await showStartError(root, options, error);
  }
}

async function showStartError(
  root: Root,
  options: StartSessionOptions,
  error: unknown,
): Promise<void> {
  const requested = options.addressLocale ?? navigator.language;
  const { tag, messages } = await loadMessages(resolveLocale(requested), () => {});
  const locale = resolvePlayerLocale(requested, tag);
  applyLocale(document.documentElement, locale);
  // Where the host did not answer, it may be ready by now. Anything else may be missing code, which
  // only a new page fetches.
  const isOfHost = error instanceof HostSilentError || error instanceof TokenMissingError;
  const handleRetry = isOfHost ? () => void start(root, options) : () => window.location.reload();
  root.render(
    <TextProvider locale={locale} messages={messages} onError={() => {}}>
      <StartErrorScreen error={error} onRetry={handleRetry} />
    </TextProvider>,
  );
}

function sendInitError(bridge: HostBridge, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  bridge.send({ messageType: 'onInitError', payload: { message } });
}

/**
 * Reports a screen that could not be loaded. If it is the first one, and no call failed, the widget
 * could not start.
 */
function reportScreenFailure(bridge: HostBridge, error: unknown): void {
  const isFirst = !useSessionStore.getState().hasLoaded;
  if (isFirst && !(error instanceof TransportError)) sendInitError(bridge, error);
  rethrow(error);
}

/**
 * Rethrows for the page's error monitoring (§4 "error rethrown"). Some phones don't know
 * `reportError`.
 */
function rethrow(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
