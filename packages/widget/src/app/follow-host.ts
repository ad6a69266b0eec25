import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../session/session.ts';
import { applyTheme } from './theme.ts';

/** Does what the host says after the handshake. Returns the way to stop. */
export function followHost(
  { bridge, transport }: Session,
  queryClient: QueryClient,
  root: HTMLElement,
): () => void {
  return bridge.onMessage((message) => {
    switch (message.messageType) {
      case 'token-updated':
        transport.updateToken(message.payload.token);
        void queryClient.invalidateQueries();
        break;
      case 'theme-updated':
        applyTheme(root, message.payload.theme);
        break;
      case 'close':
        // As the widget's own close button does: the host takes the widget away.
        bridge.send({ messageType: 'onClose' });
        break;
      case 'loaded':
        // The handshake is over; a host that repeats itself changes nothing.
        break;
    }
  });
}
