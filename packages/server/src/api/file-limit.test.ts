import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from './app.ts';
import { guardConnections } from './connection-guard.ts';
import { limitFiles } from './file-limit.ts';
import { buildRateLimits } from './rate-limits.ts';
import { defaultTimeouts } from './timeouts.ts';

test('no file is opened for requests of a connection that was closed for their number', async () => {
  const isTrustedProxy = () => false;
  const app = buildApp({ logLevel: 'silent', publicUrl: 'http://localhost', isTrustedProxy });
  const limits = buildRateLimits(null, 1);
  limitFiles(app, limits);
  guardConnections(app.server, app, { limits, isTrustedProxy, timeouts: defaultTimeouts });
  let opened = 0;
  app.get('/file', () => {
    opened += 1;
    return 'content';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ask = (times: number) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let said = '';
      socket.on('data', (chunk) => {
        said += chunk.toString();
        socket.end();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(said));
      socket.write('GET /file HTTP/1.1\r\nHost: kassa\r\n\r\n'.repeat(times));
    });
  expect(await ask(100)).toBe('');
  expect(opened).toBe(0);
  expect(await ask(1)).toContain('content');
});
