import { type LocaleTag, unnamedLocale } from '@kassa/contract';
import { create } from 'zustand';

/** What a caller says. */
export interface NotificationContent {
  title: string;
  text?: string;
  /** The language of the words; `mx`, which is es-MX, where a caller names none (§9). */
  locale?: LocaleTag;
}

/** A notification (§3): a generated id, and the caller's content. */
export interface Notification extends NotificationContent {
  id: string;
  locale: LocaleTag;
}

interface NotificationStore {
  /** Those that are shown or about to be, the oldest first. */
  notifications: readonly Notification[];
}

export const useNotificationStore = create<NotificationStore>(() => ({ notifications: [] }));

/** Tells the player something on whatever screen they are. Returns its id. */
export function notify(content: NotificationContent): string {
  const notification = { locale: unnamedLocale, ...content, id: crypto.randomUUID() };
  useNotificationStore.setState(({ notifications }) => ({
    notifications: [...notifications, notification],
  }));
  return notification.id;
}

/** Forgets a notification that was closed, or whose time is over. */
export function forgetNotification(id: string): void {
  useNotificationStore.setState(({ notifications }) => ({
    notifications: notifications.filter((notification) => notification.id !== id),
  }));
}
