import { Toast } from '@base-ui/react/toast';
import { locales } from '@kassa/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Glyph } from '../../ui/glyph.tsx';
import {
  forgetNotification,
  type Notification,
  useNotificationStore,
} from './notification-store.ts';
import styles from './notification-viewer.module.css';

/** The time that a notification is shown, the same as the snackbar's (§9). */
const durationMs = 5000;
/** The most notifications that are shown at once; a newer one replaces the oldest. */
const mostShown = 3;

/**
 * The notifications over any screen, one below the other in the order of their arrival. A screen
 * reader announces them politely. Their time is paused while the player hovers over them or focuses
 * one.
 */
export function NotificationViewer() {
  return (
    <Toast.Provider timeout={durationMs} limit={mostShown}>
      <NotificationList />
    </Toast.Provider>
  );
}

function NotificationList() {
  const text = useText();
  const { locale: own } = useSession();
  const notifications = useNotificationStore((store) => store.notifications);
  const { toasts, add } = Toast.useToastManager<Notification>();
  const added = useRef(new Set<string>());
  // A screen reader speaks of what comes into a region that is already there.
  const show = useEffectEvent((notification: Notification) => {
    const { id } = notification;
    if (added.current.has(id)) return;
    added.current.add(id);
    add({
      id,
      title: notification.title,
      description: notification.text,
      data: notification,
      onRemove: () => forgetNotification(id),
    });
  });
  useEffect(() => notifications.forEach(show), [notifications]);
  return (
    <Toast.Viewport className={styles.region} aria-label={text('notification.region')}>
      {[...toasts].reverse().map((toast) => {
        const locale = toast.data?.locale ?? own.tag;
        return (
          <Toast.Root
            key={toast.id}
            toast={toast}
            className={styles.notification}
            swipeDirection="up"
          >
            <Glyph name="info" className={styles.glyph} />
            <Toast.Content className={styles.words} lang={locale} dir={locales[locale].direction}>
              <Toast.Title render={<b />} className={styles.title} />
              <Toast.Description render={<span />} />
            </Toast.Content>
            {/* Nothing is stacked here, so none is hidden from a screen reader. */}
            <Toast.Close
              className={styles.close}
              aria-label={text('error.snackbar.close')}
              aria-hidden={false}
            >
              <Glyph name="close" size={20} />
            </Toast.Close>
          </Toast.Root>
        );
      })}
    </Toast.Viewport>
  );
}
