import type { ComponentType } from 'react';
import { useLateCode } from '../../ui/use-late-code.ts';
import { useNotificationStore } from './notification-store.ts';

/** The place of notifications beside the screens; its code comes with the first one. */
export function Notifications() {
  const isNeeded = useNotificationStore(({ notifications }) => notifications.length > 0);
  const Viewer = useLateCode<ComponentType>(isNeeded ? loadViewer : null);
  return Viewer === null || Viewer === 'failed' ? null : <Viewer />;
}

async function loadViewer() {
  return (await import('./notification-viewer.tsx')).NotificationViewer;
}
