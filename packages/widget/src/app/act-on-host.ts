import type { HostToWidget } from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { decodeHostData } from '../host/decode-host-data.ts';
import type { Session } from '../session/session.ts';
import { useSessionStore } from '../session/session-store.ts';
import { sendAnalytics } from '../telemetry/analytics.ts';
import { applyTheme, applyThemeTokens } from './theme.ts';

interface ActOnHostOptions {
  session: Session;
  queryClient: QueryClient;
  root: HTMLElement;
}

/** Does what the host says after the handshake. */
export function actOnHost(
  message: HostToWidget,
  { session, queryClient, root }: ActOnHostOptions,
): void {
  const { bridge, transport } = session;
  switch (message.messageType) {
    case 'token-updated':
      transport.updateToken(message.payload.token);
      void queryClient.invalidateQueries();
      break;
    case 'theme-updated': {
      const { theme, themeTokens } = message.payload;
      if (theme !== undefined) applyTheme(root, theme);
      if (themeTokens !== undefined) applyThemeTokens(root, themeTokens);
      break;
    }
    case 'bonus-list-updated':
      // Decoded like the first list: a bonus that is none is left out, and the rest stays.
      useSessionStore.getState().setBonusList(decodeHostData(message.payload).data.bonusList);
      break;
    case 'close':
      sendAnalytics(session, { event: 'exit' });
      // As the widget's own close button does: the host takes the widget away.
      bridge.send({ messageType: 'onClose' });
      break;
    case 'loaded':
      // The handshake is over; a host that repeats itself changes nothing.
      break;
  }
}
