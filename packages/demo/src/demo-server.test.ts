import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { errorBodySchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDemoServer } from './demo-server.ts';
import { parseSettings } from './settings.ts';

const own = { origin: 'http://localhost:4000' };
const ownPage = { 'sec-fetch-site': 'same-origin' };
const player = { playerId: 'player-1', currency: 'EUR', country: 'de' };

let folder: string;
let demo: FastifyInstance;
let kassa: Server | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kassa-demo-'));
});

afterEach(async () => {
  await demo.close();
  kassa?.close();
  kassa = undefined;
  await rm(folder, { recursive: true });
});

async function start(environment: NodeJS.ProcessEnv = {}): Promise<void> {
  demo = await buildDemoServer(parseSettings({ KASSA_DATA: folder, ...environment }));
}

/** Stands in for Kassa's server. Returns its origin. */
async function startKassa(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  kassa = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
}

function askToken(body: object, headers: Record<string, string> = own) {
  return demo.inject({ method: 'POST', url: '/token', headers, payload: body });
}

function askBalance(query: Record<string, string> = player, headers = ownPage) {
  return demo.inject({ url: '/balance', query, headers });
}

async function verify(token: string) {
  const keys = await demo.inject('/.well-known/jwks.json');
  return jwtVerify(token, createLocalJWKSet(keys.json()), {
    issuer: 'kassa-demo',
    audience: 'kassa',
    algorithms: ['EdDSA'],
  });
}

describe('POST /token', () => {
  it('signs a token that verifies against the published key', async () => {
    await start();
    const answer = await askToken({ ...player, role: 3, locale: 'pt-BR' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { payload, protectedHeader } = await verify(answer.json().token);
    const { iat = 0, exp = 0, ...claims } = payload;
    expect(claims).toEqual({
      iss: 'kassa-demo',
      aud: 'kassa',
      sub: 'player-1',
      currency: 'EUR',
      country: 'de',
      role: 3,
      locale: 'pt-BR',
    });
    expect(exp - iat).toBe(3600);
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: expect.any(String) });
  });

  it('signs who the player is, as far as the page says', async () => {
    await start();
    const person = { given_name: 'Ada', family_name: 'Ng', verified: true };
    const { token } = (await askToken({ ...player, ...person })).json();
    expect(decodeJwt(token)).toMatchObject(person);
  });

  it('signs with its brand’s issuer', async () => {
    await start({ DEMO_ISSUER: 'northwind' });
    const { token } = (await askToken(player)).json();
    expect(decodeJwt(token)).toMatchObject({ iss: 'northwind', aud: 'kassa' });
  });

  it('signs an expired token on request', async () => {
    await start();
    const answer = await askToken({ ...player, isExpired: true });
    await expect(verify(answer.json().token)).rejects.toThrow(/"exp" claim/);
    expect((await askToken({ ...player, isExpired: 'yes' })).statusCode).toBe(400);
  });

  it.each([
    ['no player', { ...player, playerId: undefined }, 'playerId'],
    ['an empty player', { ...player, playerId: '' }, 'playerId'],
    ['a player with markup', { ...player, playerId: '<b>' }, 'playerId'],
    ['a lower-case currency', { ...player, currency: 'eur' }, 'currency'],
    ['an upper-case country', { ...player, country: 'DE' }, 'country'],
    ['a name that is too long', { ...player, given_name: 'x'.repeat(101) }, 'given_name'],
    ['a role that is no number', { ...player, role: 'admin' }, 'role'],
    ['an invalid locale', { ...player, locale: '../en' }, 'locale'],
  ])('rejects %s, and names the field', async (_, body, field) => {
    await start();
    const answer = await askToken(body);
    expect(answer.statusCode).toBe(400);
    const { error } = errorBodySchema.parse(answer.json());
    expect(error.code).toBe('request.invalid');
    expect(error.message).toContain(field);
  });

  it('rejects a body that is no JSON', async () => {
    await start();
    const headers = { ...own, 'content-type': 'application/json' };
    const answer = await demo.inject({ method: 'POST', url: '/token', headers, payload: '{' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe('request.malformed');
  });
});

describe('requests of other sites', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    {},
  ];

  it.each(foreign)('with %j get neither a token nor a balance', async (headers) => {
    await start();
    const answers = [
      await askToken(player, headers),
      await demo.inject({ url: '/balance', query: player, headers }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json().error.code).toBe('origin.foreign');
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

describe('GET /balance', () => {
  it('asks Kassa with a token of the player', async () => {
    let asked: { url: string | undefined; token: string } | undefined;
    const SERVER_URL = await startKassa((request, response) => {
      asked = { url: request.url, token: request.headers.authorization?.slice(7) ?? '' };
      const primary = { amount: '1050.50', currency: 'EUR' };
      const user = { id: 'p', currency: 'EUR', country: 'de', balanceData: { primary } };
      response.end(JSON.stringify(user));
    });
    await start({ SERVER_URL });
    const answer = await askBalance();
    expect(answer.json()).toEqual({ balances: [{ amount: '1050.50', currency: 'EUR' }] });
    expect(asked?.url).toBe('/api/banking/user-get');
    const { payload } = await verify(asked?.token ?? '');
    expect(payload).toMatchObject({ sub: 'player-1', currency: 'EUR', country: 'de' });
  });

  it('has both coins of a player of sweepstakes', async () => {
    let url: string | undefined;
    const SERVER_URL = await startKassa((request, response) => {
      url = `${request.method} ${request.url}`;
      response.end(
        JSON.stringify([
          { currency: 'QSC', balance: '12.5' },
          { currency: 'QGC', balance: '50000' },
        ]),
      );
    });
    await start({ SERVER_URL, DEMO_SITE: 'lagoon' });
    const answer = await askBalance({ playerId: 'ada', currency: 'QSC', country: 'us' });
    expect(url).toBe('POST /api/banking/sweepstake-balance-get');
    expect(answer.json().balances).toEqual([
      { amount: '12.5', currency: 'QSC' },
      { amount: '50000', currency: 'QGC' },
    ]);
  });

  it('reports that Kassa is down', async () => {
    const SERVER_URL = await startKassa(() => {});
    kassa?.close();
    await start({ SERVER_URL });
    const answer = await askBalance();
    expect(answer.statusCode).toBe(502);
    const message = `The Kassa server at ${SERVER_URL} doesn't respond.`;
    expect(answer.json()).toEqual({ error: { code: 'server.unavailable', message } });
  });

  it.each([
    [401, '{"error":{"code":"auth.tokenInvalid","message":"No."}}', '401 (auth.tokenInvalid: No.)'],
    [500, '<html>', '500 (no balance)'],
    [200, '{"balance":1}', '200 (no balance)'],
  ])('passes on Kassa’s status %i', async (status, body, words) => {
    const SERVER_URL = await startKassa((_, response) => response.writeHead(status).end(body));
    await start({ SERVER_URL });
    const answer = await askBalance();
    expect(answer.statusCode).toBe(502);
    expect(answer.json().error.code).toBe('server.refused');
    expect(answer.json().error.message).toContain(words);
  });

  it('rejects an invalid player', async () => {
    await start();
    const answer = await askBalance({ ...player, country: 'Germany' });
    expect(answer.statusCode).toBe(400);
  });
});

describe('the signing key', () => {
  const file = () => path.join(folder, 'demo/signing-key.json');

  it('stays the same over restarts, and only its owner can read it', async () => {
    await start();
    const { token } = (await askToken(player)).json();
    const first = (await demo.inject('/.well-known/jwks.json')).json();
    expect(first.keys[0]).not.toHaveProperty('d');
    await demo.close();
    await start();
    expect((await demo.inject('/.well-known/jwks.json')).json()).toEqual(first);
    await expect(verify(token)).resolves.toBeDefined();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('is not replaced if its file is damaged', async () => {
    await start();
    await writeFile(file(), '{"kty":"OKP"}');
    const settings = parseSettings({ KASSA_DATA: folder });
    await expect(buildDemoServer(settings)).rejects.toThrow(/signing-key\.json holds no Ed25519/);
  });
});

describe('the page', () => {
  it('allows frames of the cashier only, and its own files', async () => {
    await start({ WIDGET_URL: 'https://pay.example.com/kassa/' });
    const page = await demo.inject('/');
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('frame-src https://pay.example.com;');
    expect(page.body).not.toMatch(/<style|style=|<script>| on[a-z]+=/);
    const assets = page.body.match(/\/assets\/page\.\w+\.(js|css)/g) ?? [];
    expect(assets).toHaveLength(2);
    for (const asset of assets) {
      const answer = await demo.inject(asset);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toContain('immutable');
    }
  });

  it.each([
    ['ru-RU,ru;q=0.9', 'ru', 'Поддержка'],
    ['ar', 'ar', 'الدعم'],
    ['xx', 'en', 'Support'],
    ['<script>', 'en', 'Support'],
  ])('has a support page, for %s in %s', async (accepted, language, title) => {
    await start();
    const headers = { 'accept-language': accepted };
    const { statusCode, body } = await demo.inject({ url: '/support', headers });
    expect(statusCode).toBe(200);
    expect(body).toContain(`<html lang="${language}"`);
    expect(body).toContain(`<h1>${title}</h1>`);
    const [style = ''] = body.match(/\/assets\/page\.\w+\.css/) ?? [];
    expect((await demo.inject(style)).statusCode).toBe(200);
  });

  it('responds to health checks, and never lets a browser guess a content type', async () => {
    await start();
    const healthy = await demo.inject('/healthz');
    expect(healthy.json()).toEqual({ status: 'ok' });
    expect(healthy.headers['x-content-type-options']).toBe('nosniff');
  });

  it('links to the payer’s pages of the simulation, if there are any', async () => {
    await start({ SANDBOX_URL: 'http://localhost:4200' });
    const { body } = await demo.inject('/');
    expect(body).toContain('href="http://localhost:4200/payments"');
    expect(body).toContain('href="http://localhost:4200/pix-bank"');
    expect(body).toContain('href="http://localhost:4200/chains"');
    expect(body).toMatch(
      /<a [^>]*href="http:\/\/localhost:4200\/bank" target="_blank"[^>]*>Open the bank \(simulated\)</,
    );
    await demo.close();
    await start();
    expect((await demo.inject('/')).body).not.toContain('/pix-bank');
  });
});
