import { sendAnalytics } from '../telemetry/analytics.ts';
import type { Session } from './session.ts';
import { useSessionStore } from './session-store.ts';

/** Closes the widget, by a button of the player or by the host: the host then removes it. */
export function closeWidget(session: Session): void {
  const { transaction } = useSessionStore.getState();
  sendAnalytics(session, { event: 'exit', event_category: transaction });
  session.bridge.send({ messageType: 'onClose' });
}
