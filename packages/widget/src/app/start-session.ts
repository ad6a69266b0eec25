import { resolveLocale } from '@kassa/contract';
import { QueryClient } from '@tanstack/react-query';
import type { HostBridge } from '../host/host-bridge.ts';
import { waitForToken } from '../host/wait-for-token.ts';
import { type CompiledMessages, loadMessages } from '../i18n/load-messages.ts';
import { applyLocale, resolvePlayerLocale } from '../i18n/player-locale.ts';
import type { Session } from '../session/session.ts';
import { followUserPushes } from '../session/user.query.ts';
import { openTransport } from '../transport/open-transport.ts';
import { followHost } from './follow-host.ts';
import type { PageConfig } from './page-config.ts';
import { applyTheme, resolveTheme } from './theme.ts';

export interface StartedSession {
  session: Session;
  messages: CompiledMessages;
  queryClient: QueryClient;
}

/**
 * The handshake and what follows from it, in this order: host data, theme, locale, transport.
 * Rejects when no host answers or no player is brought.
 */
export async function startSession(
  page: PageConfig,
  bridge: HostBridge,
  addressLocale: string | null,
): Promise<StartedSession> {
  const root = document.documentElement;
  const hostData = await waitForToken(await bridge.connect(), bridge);
  applyTheme(root, resolveTheme(hostData));
  const requested = addressLocale ?? hostData.locale;
  const language = resolveLocale(requested);

  // The transport opens while the texts are still on their way.
  const { origin } = window.location;
  const transport = openTransport({ hostData, bridge, origin, language });
  const { tag, messages } = await loadMessages(language, (message) =>
    bridge.send({ messageType: 'onLocaleError', payload: { message } }),
  );
  const locale = resolvePlayerLocale(requested, tag);
  applyLocale(root, locale);
  const session: Session = { product: page.product, hostData, bridge, transport, locale };
  const queryClient = createQueryClient();
  followUserPushes(transport, queryClient);
  followHost(session, queryClient, root);
  return { session, messages, queryClient };
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
