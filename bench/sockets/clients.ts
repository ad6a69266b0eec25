// Opens idle sockets like widgets do, and reports when all are open. It is a separate process, so
// that the clients' memory doesn't count as the server's.
import { socketPath } from '@kassa/contract';
import { signPlayerToken } from '@kassa/test-kit';
import { io, type Socket } from 'socket.io-client';
import * as z from 'zod/mini';
import { tokenSecret } from '../deposits/player.ts';

const settings = z
  .object({ BENCH_URL: z.string(), BENCH_COUNT: z.string(), BENCH_PREFIX: z.string() })
  .parse(process.env);

/** The number of sockets that connect at the same time; widgets also connect one after another. */
const atOnce = 50;

const sockets: Socket[] = [];
while (sockets.length < Number(settings.BENCH_COUNT)) {
  sockets.push(...(await Promise.all(Array.from({ length: atOnce }, (_, index) => open(index)))));
}
process.send?.({ connected: countConnected() });
process.on('message', () => process.send?.({ connected: countConnected() }));
process.on('SIGTERM', () => process.exit(0));

async function open(index: number): Promise<Socket> {
  const playerId = `${settings.BENCH_PREFIX}-${sockets.length + index}`;
  const token = await signPlayerToken(tokenSecret, { playerId });
  const socket = io(settings.BENCH_URL, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

function countConnected(): number {
  return sockets.filter(({ connected }) => connected).length;
}
