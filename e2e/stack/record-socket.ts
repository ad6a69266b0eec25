import type { Page } from '@playwright/test';

/** The text frames that a page received over WebSockets, in order. */
export interface SocketRecord {
  received: string[];
}

/** Starts recording; call it before the page is opened. */
export function recordSocket(page: Page): SocketRecord {
  const record: SocketRecord = { received: [] };
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => record.received.push(String(payload)));
  });
  return record;
}
