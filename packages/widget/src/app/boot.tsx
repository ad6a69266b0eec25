import { type CallResponse, type FirstScreen, resolveLocale } from '@kassa/contract';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { readDebugToken } from '../debug/session-cookie.ts';
import type { DrawnScreen } from '../early/drawn-screen.ts';
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
import { encodeSearch, splitSearch } from '../routing/address.ts';
import { createBrowserHistory } from '../routing/history.ts';
import type { Router } from '../routing/router.ts';
import { retryImport, waitForPageData } from '../routing/wait-for-page-data.ts';
import { describeScreen, type ScreenFacts } from '../session/describe-screen.ts';
import { depositOfferKey } from '../session/offer-keys.ts';
import { useSessionStore } from '../session/session-store.ts';
import { takeLocaleFromAddress } from './address-locale.ts';
import { App } from './app.tsx';
import { createAppRouter, loadTree } from './app-router.ts';
import { sendInitError, tellFirstFailure } from './init-error.ts';
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
  await start(mountIn(container, early.screen), options);
}

/** The widget's place in the page. */
interface Mount {
  /** The server's markup shows. */
  isDrawn: boolean;
  /** Replaces what is there. */
  render: (content: ReactNode) => void;
  /** Takes over the server's markup where it is that of these facts; replaces it otherwise. */
  start: (content: ReactNode, facts: ScreenFacts | null) => void;
}

function mountIn(container: HTMLElement, drawn: DrawnScreen | null): Mount {
  let root: Root | undefined;
  const render = (content: ReactNode) => {
    root ??= createRoot(container);
    root.render(content);
  };
  const whenLoaded = (act: () => void) => {
    const stop = useSessionStore.subscribe(({ hasLoaded }) => {
      if (!hasLoaded) return;
      stop();
      act();
    });
  };
  return {
    isDrawn: drawn !== null,
    render: (content) => {
      drawn?.release();
      render(content);
    },
    start: (content, facts) => {
      if (drawn === null) return render(content);
      if (root === undefined && isSame(drawn.settle(), facts)) {
        performance.mark('kassa:hydrate');
        root = hydrateRoot(container, content, { onRecoverableError: reportDifference });
        // Until React's listeners are there.
        whenLoaded(() => drawn.release().replay());
      } else {
        const { replay } = drawn.release();
        whenLoaded(replay);
        render(content);
      }
    },
  };
}

function isSame({ build: _, ...drawn }: FirstScreen, facts: ScreenFacts | null): boolean {
  return JSON.stringify(drawn) === JSON.stringify(facts);
}

/** React has drawn the screen anew: the server's markup was another one. */
function reportDifference(error: unknown): void {
  console.warn('The drawn screen was replaced.', error);
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

async function start(mount: Mount, options: StartSessionOptions): Promise<void> {
  const { page, bridge } = options;
  let started: StartedSession | undefined;
  try {
    started = await startSession(options);
    const { session, queryClient } = started;
    const tree = await waitForPageData(loadTree(session.hostData.widgetViewType));
    bridge.send({ messageType: 'onInit' });
    performance.mark('kassa:init');
    const history = createBrowserHistory(page.product, window);
    const context = { session, queryClient };
    const handleError = (error: unknown) => {
      tellFirstFailure(bridge, error);
      rethrow(error);
    };
    const { isDrawn } = mount;
    const router = createAppRouter({ tree, history, context, isDrawn, onError: handleError });
    // The page's own skeleton shows until then, so React needn't render one.
    await router.start();
    mount.start(<App {...started} router={router} />, describePlace(router, started, options));
  } catch (error) {
    started?.stop();
    sendInitError(bridge, error);
    await showStartError(mount, options, error);
  }
}

type Offer = CallResponse<'methods-payment-v3'>;

/** Describes the screen that is about to show; null where the server draws no such screen. */
function describePlace(
  router: Router,
  { session, queryClient }: StartedSession,
  { addressLocale }: StartSessionOptions,
): ScreenFacts | null {
  const { hostData, locale } = session;
  const place = router.getPlace();
  const requested = addressLocale ?? hostData.locale;
  const isDrawn = place?.route.isDrawn === true && place.screen !== null;
  if (!isDrawn || locale.tag !== resolveLocale(requested)) return null;
  return describeScreen({
    view: hostData.widgetViewType,
    // The page itself has read the theme.
    address: place.path + encodeSearch(splitSearch(place.search, ['theme']).rest),
    locale: requested,
    closingButton: hostData.closingButton,
    badge: hostData.assets.badge,
    bonusCount: hostData.bonusList.length,
    isCryptoBonusAvailable: hostData.schema.meta.isCryptoBonusAvailable,
    experiments: hostData.experiments,
    currency: queryClient.getQueryData<Offer>(depositOfferKey(hostData, null))?.currency,
    keeper: session,
  });
}

async function showStartError(
  mount: Mount,
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
  const handleRetry = isOfHost ? () => void start(mount, options) : () => window.location.reload();
  mount.render(
    <TextProvider locale={locale} messages={messages} onError={() => {}}>
      <StartErrorScreen error={error} onRetry={handleRetry} />
    </TextProvider>,
  );
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
