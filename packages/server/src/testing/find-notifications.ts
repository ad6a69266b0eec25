import type { Core } from '../core/core.ts';
import { openNotification } from '../ground/encryption/sealed.ts';

/** Loads the notifications whose decrypted bodies contain all of these texts, oldest first. */
export async function findNotifications(core: Core, ...texts: string[]) {
  const rows = await core.db
    .selectFrom('provider_notifications')
    .selectAll()
    .orderBy('received_at')
    .execute();
  return rows.filter((row) => {
    const body = openNotification(core.vault, row);
    return texts.every((text) => body.includes(text));
  });
}
