// The minimum that holds as many sockets: Socket.IO of the same version, over WebSocket only,
// without a player, a room or a database.
import { createServer } from 'node:http';
import { socketPath } from '@kassa/contract';
import { Server } from 'socket.io';
import * as z from 'zod/mini';

const settings = z.object({ PORT: z.string() }).parse(process.env);

const http = createServer((request, response) => {
  response.end(
    request.url === '/metrics' ? `process_resident_memory_bytes ${memory()}\n` : 'ready',
  );
});
new Server(http, { path: socketPath, transports: ['websocket'], serveClient: false });
http.listen(Number(settings.PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));

function memory(): number {
  return process.memoryUsage.rss();
}
