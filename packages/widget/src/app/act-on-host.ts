import type { HostToWidget } from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { isRecord } from '../host/decode-host-data.ts';
import { readHostData } from '../host/host-words.ts';
import { readTokenSubject } from '../host/token-claims.ts';
import { closeWidget } from '../session/close-widget.ts';
import type { Session } from '../session/session.ts';
import { useSessionStore } from '../session/session-store.ts';
import { digestPlayer } from '../storage/player-key.ts';
import { applyTheme, applyThemeTokens } from '../ui/theme.ts';

interface ActOnHostOptions {
  session: Session;
  queryClient: QueryClient;
  root: HTMLElement;
}

/** Acts on a message that the host sends after the handshake. */
export function actOnHost(
  message: HostToWidget,
  { session, queryClient, root }: ActOnHostOptions,
): void {
  const { bridge } = session;
  switch (message.messageType) {
    case 'token-updated':
      takeToken(message.payload.token, session, queryClient);
      break;
    case 'theme-updated': {
      const { theme, themeTokens } = readHostData(message.payload, bridge.send);
      if (theme !== undefined) applyTheme(root, theme);
      // An invalid group of tokens is reported and leaves the tokens as they are.
      if (isRecord(message.payload.themeTokens)) applyThemeTokens(root, themeTokens);
      break;
    }
    case 'bonus-list-updated':
      // Decoded like the first list: an invalid bonus is dropped, the others stay.
      useSessionStore.getState().setBonusList(readHostData(message.payload, bridge.send).bonusList);
      break;
    case 'close':
      closeWidget(session);
      break;
    case 'loaded':
      // The handshake is over: a repeated message changes nothing.
      break;
  }
}

/**
 * A new token of the same player loads the shown data again. Another player's token clears all
 * choices and data first.
 */
function takeToken(token: string, session: Session, queryClient: QueryClient): void {
  if (token === '') return;
  const { transport, hostData } = session;
  const isSamePlayer = readTokenSubject(token) === readTokenSubject(hostData.token);
  // The host's `userId` belongs to the previous player.
  session.hostData = { ...hostData, token, ...(!isSamePlayer && { userId: '' }) };
  transport.updateToken(token);
  if (isSamePlayer) {
    void queryClient.invalidateQueries();
    return;
  }
  session.playerKey = null;
  void digestPlayer(session.product, token).then((key) => {
    if (session.hostData.token === token) session.playerKey = key;
  });
  useSessionStore.getState().forgetChoices();
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
}
