import type { LocaleTag } from '@kassa/contract';
import { create } from 'zustand';
import type { Session } from '../../session/session.ts';

/** What a caller says, in the player's language. */
export interface NotificationContent {
  title: string;
  text?: string;
}

/** A notification (§3): a generated id, and the caller's content. */
export interface Notification extends NotificationContent {
  id: string;
  /** The language of the words. */
  locale: LocaleTag;
}

interface NotificationStore {
  /** Those that are shown or about to be, the oldest first. */
  notifications: readonly Notification[];
}

export const useNotificationStore = create<NotificationStore>(() => ({ notifications: [] }));

/** Tells the player something on whatever screen they are. Returns its id. */
export function notify({ locale }: Pick<Session, 'locale'>, content: NotificationContent): string {
  const notification = { ...content, id: crypto.randomUUID(), locale: locale.tag };
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
