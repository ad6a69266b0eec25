import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signPlayerToken } from '@kassa/test-kit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findCluster } from '../../../../scripts/find-cluster.mjs';
import { skipWithout } from '../../../../scripts/skip-without.ts';
import { readSamples, replaceIn } from '../testing/doc-samples.ts';
import { callOverSocket, connected, openSocket } from '../testing/player-socket.ts';
import { type RunningProxy, startHaproxy, startNginx } from '../testing/sample-proxies.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const missing = findCluster().missing.filter((name) => name !== 'redis-server');
const { isSkipped, reason } = skipWithout(missing);

const secret = 'a secret of the documented brand, long enough';

let folder: string;
let server: TestServer;
let echo: Server;
/** The requests that the echo server has received, by path. */
const received = new Map<string, IncomingMessage['headers']>();

/** Writes the brand of docs/settings.md; only its tokens have a key that this test knows. */
async function writeBrand(configFolder: string): Promise<void> {
  const [sample] = readSamples('settings.md', 'json');
  const brand = JSON.parse(sample.replaceAll(/\$\{\w+\}/g, 'http://localhost:4200'));
  brand.token.keys = [{ alg: 'HS256', kid: 'test', secret }];
  await mkdir(path.join(configFolder, 'brands'), { recursive: true });
  await writeFile(path.join(configFolder, 'brands/northwind.json'), JSON.stringify(brand));
}

describe.skipIf(isSkipped)(`the documented proxies${reason}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kassa-proxies-'));
    await writeBrand(folder);
    server = await startTestServer({ KASSA_CONFIG: folder, TRUST_PROXY: '127.0.0.1' });
    echo = createServer((asked, response) => {
      received.set(asked.url ?? '', asked.headers);
      response.end('{}');
    });
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    echo.closeAllConnections();
    echo.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  describe.each([
    ['haproxy', startHaproxy],
    ['nginx', startNginx],
  ])('%s', (_, start) => {
    let proxy: RunningProxy;
    let echoing: RunningProxy;

    beforeAll(async () => {
      const { port } = echo.address() as AddressInfo;
      proxy = await start(folder, [Number(new URL(server.url).port)]);
      echoing = await start(folder, [port]);
    });

    afterAll(async () => {
      await proxy.end();
      await echoing.end();
    });

    const statusOf = async (address: string, headers: Record<string, string> = {}) =>
      (await fetch(`${proxy.url}${address}`, { headers })).status;

    test('publishes the widget and the player API', async () => {
      const token = await signPlayerToken(secret, { issuer: 'northwind' });
      expect(await statusOf('/northwind/')).toBe(200);
      expect(await statusOf('/northwind/assets/main.js')).toBe(200);
      const headers = { authorization: `Bearer ${token}` };
      expect(await statusOf('/api/banking/user-get', headers)).toBe(200);
      const socket = await connected(openSocket(proxy.url, token));
      expect((await callOverSocket(socket, 'user-get')).status).toBe(200);
      socket.close();
    });

    test.each([
      '/',
      '/other/',
      '/healthz',
      '/readyz',
      '/metrics',
      '/api/docs',
      '/operator/v1/openapi.json',
      '/api/../metrics',
    ])('does not publish %s', async (address) => {
      expect(await ask(proxy.url, address)).toBe(404);
    });

    test("tells the server the player's address and protocol", async () => {
      await fetch(`${echoing.url}/api/told`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
      const headers = received.get('/api/told');
      expect(headers?.['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
      expect(headers?.['x-forwarded-proto']).toBe('http');
    });

    test('limits the connections of an address; other addresses are not affected', async () => {
      const { port } = echo.address() as AddressInfo;
      const few = await start(folder, [port], (sample) => replaceIn(sample, /\b2000\b/, '2'));
      onTestFinished(() => few.end());
      const beginning = { expect: '100-continue', 'content-length': 4 };
      // The proxy may still count the connection, from 127.0.0.1, that waited for its start.
      const localAddress = '127.0.0.3';
      const open = [1, 2].map(() =>
        request(`${few.url}/api/open`, {
          method: 'POST',
          headers: beginning,
          agent: false,
          localAddress,
        }),
      );
      // `Expect` sends the headers at once: both may be answered before the first is awaited.
      await Promise.all(open.map((asked) => once(asked, 'continue')));
      const outcome = (address: string) =>
        new Promise((resolve) => {
          const from = { localAddress: address, agent: false };
          get(`${few.url}/api/further`, from, (response) => {
            resolve(response.resume().statusCode === 429 ? 'refused' : response.statusCode);
          }).on('error', () => resolve('refused'));
        });
      expect(await outcome(localAddress)).toBe('refused');
      expect(await outcome('127.0.0.2')).toBe(200);
      for (const asked of open) {
        asked.end('abcd');
        const [response] = (await once(asked, 'response')) as [IncomingMessage];
        expect(response.resume().statusCode).toBe(200);
      }
    });

    test('sends a request on when all of it has arrived', async () => {
      const slow = request(`${echoing.url}/api/slow`, {
        method: 'POST',
        headers: { 'content-length': 4 },
      });
      slow.write('ab');
      await fetch(`${echoing.url}/api/after`);
      expect([...received.keys()]).toContain('/api/after');
      expect([...received.keys()]).not.toContain('/api/slow');
      slow.end('cd');
      const [response] = (await once(slow, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      expect([...received.keys()]).toContain('/api/slow');
      received.clear();
    });
  });
});

/** Asks for exactly this path, which `fetch` would normalize. */
async function ask(origin: string, address: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const asked = request({ hostname, port, path: address });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}
