import { calls, socketPath } from '@kassa/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { endpoints } from '../operator/dispatch/endpoints.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** A proxy with TLS would be here. */
const publicUrl = 'https://pay.example';

let server: TestServer;
let playersUrl: string;

beforeAll(async () => {
  const port = await findFreePort();
  playersUrl = `http://localhost:${port}`;
  server = await startTestServer({ PORT: String(port), PUBLIC_URL: publicUrl });
});

afterAll(() => server.stop());

/** Every path that operators use, but for their calls. */
const operatorPages = [
  '/metrics',
  '/operator/v1/openapi.json',
  '/api/docs',
  '/api/docs/',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/index.html',
  '/api/docs/static/swagger-ui-bundle.js',
];

const operatorCalls = [...endpoints.values()].map(({ method, path }) => ({
  method,
  path: `/operator/v1${path.replaceAll(/\{\w+\}/g, 'x')}`,
}));

const playerPages = ['/kassa/', '/kassa/assets/main.js', '/kassa/icons/card.svg'];

const playerCalls = [
  ...Object.values(calls).map(({ method, name }) => ({ method, path: `/api/banking/${name}` })),
  { method: 'POST', path: '/kassa/rum' },
  { method: 'POST', path: '/kassa/form' },
  { method: 'POST', path: '/api/providers/kassa/sandbox/notifications' },
];

const health = ['/healthz', '/readyz'];

async function statusesAt(
  origin: string,
  asked: { method: string; path: string }[],
): Promise<number[]> {
  const responses = await Promise.all(
    asked.map(({ method, path }) => fetch(`${origin}${path}`, { method })),
  );
  return [...new Set(responses.map(({ status }) => status))];
}

const get = (path: string) => ({ method: 'GET', path });

describe("the players' listener", () => {
  test('has nothing of the operator', async () => {
    const asked = [...operatorPages.map(get), ...operatorCalls];
    expect(await statusesAt(playersUrl, asked)).toEqual([404]);
  });

  test('serves the widget, health and readiness', async () => {
    expect(await statusesAt(playersUrl, [...playerPages, ...health].map(get))).toEqual([200]);
  });
});

describe("the operator's listener", () => {
  test('has nothing of the players', async () => {
    const handshake = `${socketPath}/?EIO=4&transport=websocket`;
    const asked = [...[...playerPages, handshake].map(get), ...playerCalls];
    expect(await statusesAt(server.operatorUrl, asked)).toEqual([404]);
  });

  test('serves every endpoint to keys only', async () => {
    expect(await statusesAt(server.operatorUrl, operatorCalls)).toEqual([401]);
  });

  test('serves documents, metrics, health and readiness', async () => {
    const asked = [...operatorPages, ...health].map(get);
    expect(await statusesAt(server.operatorUrl, asked)).toEqual([200]);
  });

  test('its page shows the documents of both APIs under its own policy', async () => {
    const fetchJson = async (path: string) => (await fetch(`${server.operatorUrl}${path}`)).json();
    const page = await fetch(`${server.operatorUrl}/api/docs/`);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    const player = (await fetchJson('/api/docs/json')) as { servers: object; paths: object };
    const addresses = Object.keys(calls).map((name) => `/api/banking/${name}`);
    expect(Object.keys(player.paths).sort()).toEqual(addresses.sort());
    expect(player.servers).toEqual([{ url: publicUrl }]);
    expect(await fetchJson('/operator/v1/openapi.json')).toMatchObject({ servers: [{ url: '/' }] });
  });

  test('has no HSTS, which would cover every port of its host', async () => {
    const [ofPlayers, ofOperator] = await Promise.all(
      [playersUrl, server.operatorUrl].map(async (origin) => {
        const { headers } = await fetch(`${origin}/healthz`);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        return headers.get('strict-transport-security');
      }),
    );
    expect(ofPlayers).toBe('max-age=31536000');
    expect(ofOperator).toBe(null);
  });

  test('measures the requests to both listeners, and the widgets', async () => {
    const item = { name: 'init', value: 800, path: '/deposit' };
    const taken = await fetch(`${playersUrl}/other/rum`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: '1', items: [item] }),
    });
    expect(taken.status).toBe(204);
    await fetch(`${server.operatorUrl}/operator/v1/acts`);
    const metrics = await (await fetch(`${server.operatorUrl}/metrics`)).text();
    expect(metrics).toContain(
      'kassa_http_request_seconds_count{route="/:product/rum",status="204"}',
    );
    expect(metrics).toContain('route="/operator/v1/acts",status="401"');
    expect(metrics).toContain('kassa_widget_seconds_count{brand="other",name="init"} 1');
  });
});
