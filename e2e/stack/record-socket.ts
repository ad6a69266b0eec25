import type { Page } from '@playwright/test';

/** What came to a page over WebSockets, as text, in the order it came. */
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
