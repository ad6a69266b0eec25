import { sendAnalytics } from '../telemetry/analytics.ts';
import type { Session } from './session.ts';
import { useSessionStore } from './session-store.ts';

/** The player leaves, by whichever button, or the host wants them to: it takes the widget away. */
export function closeWidget(session: Session): void {
  const { transaction } = useSessionStore.getState();
  sendAnalytics(session, { event: 'exit', event_category: transaction });
  session.bridge.send({ messageType: 'onClose' });
}
