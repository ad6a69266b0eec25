import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort } from './free-port.ts';

test('nobody listens there, and nobody is given it who asks the system for any port', async () => {
  const port = await findFreePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  // Linux gives those from 32768, other systems those from 49152.
  expect(port).toBeLessThan(32_768);
});
