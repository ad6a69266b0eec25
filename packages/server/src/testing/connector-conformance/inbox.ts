import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { v7 as uuidv7 } from 'uuid';
import type { RawNotification } from '../../connectors/connector.ts';

/**
 * Starts a server for notifications that stores them as they arrive. Its path is its own: a provider
 * that outlives a test may try again at a port that another inbox has by then.
 */
export async function startInbox() {
  const path = `/notifications/${uuidv7()}`;
  const received: RawNotification[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!request.url?.startsWith(path)) return response.writeHead(404).end();
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ headers, body });
    response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    received,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Inbox = Awaited<ReturnType<typeof startInbox>>;
