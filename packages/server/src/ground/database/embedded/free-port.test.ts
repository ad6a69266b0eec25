import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort } from './free-port.ts';

test('finds a free port below the ephemeral ports', async () => {
  const port = await findFreePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  // Ephemeral ports begin at 32768 on Linux, at 49152 on other systems.
  expect(port).toBeLessThan(32_768);
});

test('reserves the port for its process', async () => {
  const port = await findFreePort();
  const other = createSocket('udp4');
  const bound = once(other.bind(port, '127.0.0.1'), 'listening');
  await expect(bound).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
