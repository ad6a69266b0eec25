import { type HostData, resolveLocale } from '@kassa/contract';
import { QueryClient } from '@tanstack/react-query';
import type { HostBridge } from '../host/host-bridge.ts';
import { type HostInbox, openHostInbox } from '../host/host-inbox.ts';
import { loadFormats } from '../i18n/formats.ts';
import { type CompiledMessages, loadMessages } from '../i18n/load-messages.ts';
import { applyLocale, resolvePlayerLocale } from '../i18n/player-locale.ts';
import { describeEvent } from '../session/describe-event.ts';
import { followOfferChanges } from '../session/offer-changes.ts';
import { openTransport } from '../session/open-transport.ts';
import { resolveCountry } from '../session/payment-country.ts';
import type { Session } from '../session/session.ts';
import { useSessionStore } from '../session/session-store.ts';
import { followUserPushes } from '../session/user.query.ts';
import { digestPlayer, removeValuesWithIds } from '../storage/player-key.ts';
import { sendRequestFailure } from '../telemetry/analytics.ts';
import { applyTheme, applyThemeTokens, resolveTheme } from '../ui/theme.ts';
import { actOnHost } from './act-on-host.ts';
import type { PageConfig } from './page-config.ts';

export interface StartedSession {
  session: Session;
  messages: CompiledMessages;
  queryClient: QueryClient;
  /** Disconnects from the host and the server. */
  stop: () => void;
}

export interface StartSessionOptions {
  page: PageConfig;
  bridge: HostBridge;
  /** The locale of the address, which overrides the host's (§3). */
  addressLocale: string | null;
  /** A developer's token, for a host that sends none (§7). */
  debugToken?: string | null;
  /** A `fetch` that returns the early script's running requests, where there are any. */
  fetch?: typeof fetch;
}

/**
 * Performs the handshake and what depends on it, in this order: host data, theme, transport,
 * locale.
 * @throws where no host responds or the host sends no player
 */
export async function startSession(options: StartSessionOptions): Promise<StartedSession> {
  const answered = await options.bridge.connect();
  // From here on no message of the host is lost; they are handled once the session is complete.
  const inbox = openHostInbox(options.bridge);
  try {
    return await startWithHost(options, answered, inbox);
  } catch (error) {
    inbox.stop();
    throw error;
  }
}

async function startWithHost(
  { page, bridge, addressLocale, debugToken = null, fetch = globalThis.fetch }: StartSessionOptions,
  answered: HostData,
  inbox: HostInbox,
): Promise<StartedSession> {
  const root = document.documentElement;
  const token = answered.token || (debugToken ?? '');
  const hostData = await inbox.waitForToken({ ...answered, token });
  performance.mark('kassa:handshake');
  applyTheme(root, resolveTheme(hostData, bridge.isNative));
  applyThemeTokens(root, hostData.themeTokens);
  const requested = addressLocale ?? hostData.locale;
  const language = resolveLocale(requested);

  removeValuesWithIds();
  const digesting = digestPlayer(page.product, hostData.token);
  const { origin } = window.location;
  const queryClient = createQueryClient();
  const transport = openTransport({
    ...{ hostData, bridge, origin, language, fetch },
    // No call is made before the session exists.
    onFailure: (call, error) => {
      const { transaction } = useSessionStore.getState();
      sendRequestFailure(session, call, error, transaction);
    },
  });
  const loadingFormats = loadFormats(language);
  const { tag, messages } = await loadMessages(
    language,
    (message) => bridge.send({ messageType: 'onLocaleError', payload: { message } }),
    fetch,
  );
  await loadingFormats;
  performance.mark('kassa:locale');
  const locale = resolvePlayerLocale(requested, tag, resolveCountry(hostData));
  applyLocale(root, locale);
  const session: Session = {
    product: page.product,
    isVpnHintShown: page.vpnHint,
    supportUrl: page.supportUrl,
    ownIcons: page.ownIcons,
    hostData,
    playerKey: await digesting,
    bridge,
    transport,
    locale,
    describeEvent: (category) => describeEvent(session, queryClient, category),
  };
  useSessionStore.getState().setBonusList(hostData.bonusList);
  const stopPushes = followUserPushes(session, queryClient);
  const stopOffers = followOfferChanges(session, queryClient);
  const stopFollowing = inbox.follow((message) =>
    actOnHost(message, { session, queryClient, root }),
  );
  const stop = () => {
    stopFollowing();
    stopPushes();
    stopOffers();
    transport.close();
  };
  return { session, messages, queryClient, stop };
}

/** The transport retries by itself (§8), so the cache doesn't. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
