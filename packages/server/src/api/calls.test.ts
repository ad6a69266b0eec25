import { createHash } from 'node:crypto';
import { type CallName, calls, socketPath, videoFrameSources } from '@kassa/contract';
import type { TokenClaims } from '@kassa/test-kit';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({}, { brand: { withdrawals: { approveUpTo: { EUR: '50' } } } });
});

afterAll(() => server.stop());

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

describe('a token', () => {
  const hourAgo = new Date(Date.now() - 3600_000);

  test.each([
    ['is missing', () => Promise.resolve(''), 'auth.tokenMissing'],
    ['is not a JWT', () => Promise.resolve('nonsense'), 'auth.tokenInvalid'],
    [
      'is unsigned',
      async () => {
        const [, payload] = (await server.token()).split('.');
        const header = Buffer.from('{"alg":"none","kid":"test"}').toString('base64url');
        return `${header}.${payload}.`;
      },
      'auth.tokenInvalid',
    ],
    [
      'has expired',
      () => server.token({ issuedAt: hourAgo, lifetimeSeconds: 60 }),
      'auth.tokenExpired',
    ],
    ['lives too long', () => server.token({ lifetimeSeconds: 7 * 86_400 }), 'auth.tokenInvalid'],
    [
      'comes from the future',
      () => server.token({ issuedAt: new Date(Date.now() + 86_400_000) }),
      'auth.tokenInvalid',
    ],
    ['ends before it began', () => server.token({ lifetimeSeconds: -1 }), 'auth.tokenInvalid'],
    ['is for someone else', () => server.token({ audience: 'shop' }), 'auth.tokenInvalid'],
    ['is of no brand here', () => server.token({ issuer: 'unauthenticated' }), 'auth.tokenInvalid'],
    ['names an unknown key', () => server.token({ kid: 'other' }), 'auth.tokenInvalid'],
    [
      "claims another brand with its own brand's key",
      () => server.token({ issuer: 'other-test' }),
      'auth.tokenInvalid',
    ],
    [
      'has a claim of the wrong shape',
      () => server.token({ country: 'Germany' }),
      'auth.tokenInvalid',
    ],
  ])('that %s is rejected on every call', async (_, make, code) => {
    const token = await make();
    for (const name of Object.keys(calls) as (keyof typeof calls)[]) {
      const { status, body } = await server.call(name, {}, { token });
      expect({ status, code: body.error.code }).toEqual({ status: 401, code });
    }
  });
});

describe('a request', () => {
  test.each([
    ['amount is a number', { ...order, amount: 50 }, 'request.invalid', 'amount'],
    ['amount is text', { ...order, amount: 'fifty' }, 'request.invalid', 'amount'],
    ['amount has an exponent', { ...order, amount: '5e1' }, 'request.invalid', 'amount'],
    ['currency is missing', { amount: '50', paymentType: 'card' }, 'request.invalid', 'currency'],
  ])("whose %s is rejected with the field's name", async (_, request, code, field) => {
    const { status, body } = await server.call('deposit-create', request);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code, params: { field } });
  });

  test.each([
    ['zero', { amount: '0' }, 'amount.invalid'],
    ['negative', { amount: '-50' }, 'amount.invalid'],
    ['finer than a cent', { amount: '50.001' }, 'amount.invalid'],
    ['below the minimum', { amount: '9.99' }, 'amount.belowMin'],
    ['above the maximum', { amount: '1000.01' }, 'amount.aboveMax'],
    ["in another currency than the account's", { currency: 'JPY' }, 'currency.unsupported'],
    ['for a method that is not there', { paymentType: 'gold' }, 'method.unavailable'],
    [
      "for a method of the country looked at, not of the player's own",
      { country: 'fr', paymentType: 'large_transfer', amount: '6000', selectedCountry: 'de' },
      'method.unavailable',
    ],
    [
      'for a method of another country',
      { paymentType: 'large_transfer', amount: '6000', selectedCountry: 'fr' },
      'method.unavailable',
    ],
    ['in a session that is not there', { paymentSessionId: uuidv7() }, 'session.notFound'],
    ['in a session with a malformed id', { paymentSessionId: "' or 1=1" }, 'session.notFound'],
    [
      'with a foreign return address',
      { returnUrl: 'https://evil.example/' },
      'returnUrl.forbidden',
    ],
    ['with a script to return to', { returnUrl: 'javascript:alert(1)' }, 'returnUrl.forbidden'],
  ])('to deposit %s is rejected with 4xx and leaves no deposit', async (_, change, code) => {
    const { country, ...request }: Record<string, string> = change;
    const token = await server.token({ playerId: uuidv7(), country });
    const { status, body } = await server.call(
      'deposit-create',
      { ...order, ...request },
      { token },
    );
    expect(body.error).toMatchObject({ code });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    const { count } = await server.core.db
      .selectFrom('deposits')
      .select((expression) => expression.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe('0');
  });

  test('that is not JSON, too large, or at an unknown URL, gets the usual error shape', async () => {
    const url = `${server.url}/api/banking/deposit-create`;
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body });
      return { status: response.status, body: await response.json() };
    };
    expect(await post('{"amount":')).toMatchObject({
      status: 400,
      body: { error: { code: 'request.malformed' } },
    });
    expect(await post(`"${'x'.repeat(70_000)}"`)).toMatchObject({
      status: 413,
      body: { error: { code: 'request.tooLarge' } },
    });
    const nowhere = await fetch(`${server.url}/api/banking/nothing`);
    expect(nowhere.status).toBe(404);
    expect(await nowhere.json()).toMatchObject({ error: { code: 'call.unknown' } });
  });
});

test("a deposit keeps the player's experiment group", async () => {
  const { body } = await server.call('deposit-create', { ...order, abTestGroup: 'group_b' });
  const { ab_test_group } = await server.core.db
    .selectFrom('deposits')
    .select('ab_test_group')
    .where('id', '=', body.depositId)
    .executeTakeFirstOrThrow();
  expect(ab_test_group).toBe('group_b');
});

describe('the same key', () => {
  test('with the same body gives the first response again, errors too', async () => {
    const token = await server.token({ playerId: uuidv7() });
    const key = uuidv7();
    const first = await server.call('deposit-create', order, { token, key });
    expect(await server.call('deposit-create', order, { token, key })).toEqual(first);

    await server.provider('POST', '/v1/behaviours', { create: 'declined' });
    const refusedKey = uuidv7();
    const refused = await server.call('deposit-create', order, { token, key: refusedKey });
    await server.provider('POST', '/v1/behaviours', { create: 'normal' });
    const again = await server.call('deposit-create', order, { token, key: refusedKey });
    expect(again.status).toBe(422);
    expect(again.body.error.code).toBe(refused.body.error.code);
    expect(again.body.error.message).toBe(refused.body.error.message);
  });

  test('with another body is rejected', async () => {
    const token = await server.token({ playerId: uuidv7() });
    const key = uuidv7();
    await server.call('deposit-create', order, { token, key });
    const other = await server.call('deposit-create', { ...order, amount: '51' }, { token, key });
    expect(other).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency.keyReused' } },
    });
  });

  test('in two concurrent requests makes one deposit', async () => {
    const playerId = uuidv7();
    const token = await server.token({ playerId });
    const key = uuidv7();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => server.call('deposit-create', order, { token, key })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const ids = new Set(replies.flatMap(({ body }) => body.depositId ?? []));
    expect(ids.size).toBe(1);
    const rows = await server.core.db
      .selectFrom('deposits')
      .innerJoin('players', 'players.id', 'deposits.player_id')
      .select('deposits.id')
      .where('external_id', '=', playerId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('of another player is another key; a request without a key is rejected', async () => {
    const key = uuidv7();
    const first = await server.call('deposit-create', order, {
      key,
      token: await server.token({ playerId: 'a' }),
    });
    const second = await server.call('deposit-create', order, {
      key,
      token: await server.token({ playerId: 'b' }),
    });
    expect(second.body.depositId).not.toBe(first.body.depositId);
    const none = await server.call('deposit-create', order, { key: '' });
    expect(none).toMatchObject({
      status: 400,
      body: { error: { code: 'idempotency.keyMissing' } },
    });
  });
});

describe('the offer', () => {
  const offerTo = async (name: CallName, request: object, claims: TokenClaims = {}) => {
    const { body } = await server.call(name, request, { token: await server.token(claims) });
    const names = body.methods.map((method: { name: string }) => method.name);
    return [body.country, body.currency, names];
  };

  test("follows the token's country and account if the widget names neither", async () => {
    const offer = ['de', 'EUR', ['card', 'large_transfer']];
    expect(await offerTo('methods-payment-v3', {})).toEqual(offer);
    expect(await offerTo('methods-payment-v3', { abTestGroup: 'group_b' })).toEqual(offer);
    expect(await offerTo('methods-payment-v3', {}, { country: 'fr', currency: 'JPY' })).toEqual([
      'fr',
      'JPY',
      ['card'],
    ]);
  });

  test("is in the requested currency, or in the account's if no method supports that", async () => {
    expect(await offerTo('methods-payment-v3', { currency: 'JPY' })).toEqual([
      'de',
      'JPY',
      ['card'],
    ]);
    expect(await offerTo('methods-payment-v3', { currency: 'BRL' })).toEqual(
      await offerTo('methods-payment-v3', {}),
    );
  });

  test("is narrowed by the selected region, within the token's country", async () => {
    expect(await offerTo('methods-payment-v3', { country: 'fr' })).toEqual(['fr', 'EUR', ['card']]);
    expect(await offerTo('methods-payment-v3', { country: 'de' }, { country: 'fr' })).toEqual([
      'de',
      'EUR',
      ['card'],
    ]);
  });

  test('for withdrawals is a list of its own, without deposit methods', async () => {
    expect(await offerTo('methods-withdrawal', {})).toEqual([
      'de',
      'EUR',
      ['payout', 'bank_payout'],
    ]);
    const payout = { ...order, paymentType: 'payout' };
    const { body } = await server.call('deposit-create', payout);
    expect(body.error.code).toBe('method.unavailable');
  });

  test("of regions begins with the token's country, for every brand", async () => {
    const regions = async (token: string) =>
      (await server.call('methods-country-selector-v2', {}, { token })).body;
    expect(await regions(await server.token({ country: 'fr' }))).toEqual({
      countries: ['fr', 'de'],
    });
    expect(await regions(await server.otherToken({ country: 'in' }))).toEqual({
      countries: ['in', 'de', 'fr'],
    });
  });

  test('of coin packages is empty for a brand without sweepstakes', async () => {
    expect(await server.call('sweepstake-boxes', {})).toEqual({ status: 200, body: { boxes: [] } });
  });
});

describe('analytics events', () => {
  const button = { event: 'button', event_category: 'withdrawal', button_name: 'submit' };

  test('are accepted in batches', async () => {
    const events = [button, { event: 'submit', event_category: 'deposit', submit_amount: '50' }];
    const sender = {
      host: 'casino',
      partnerKey: 'p',
      userId: 'u-1',
      isNative: true,
      platform: 'ios',
    };
    expect(await server.call('events', { events, ...sender })).toEqual({
      status: 200,
      body: { accepted: 2 },
    });
  });

  test.each(['ada@example.org', '+49 170 1234567', 'Ada Lovelace', '', 'x'.repeat(129)])(
    'are rejected with %j as the host’s id of the player',
    async (userId) => {
      const { status } = await server.call('events', { events: [button], userId });
      expect(status).toBe(400);
    },
  );

  test.each([
    ['none', []],
    ['one that a withdrawal has none of', [{ ...button, event: 'redirect' }]],
    ['one that nobody knows', [{ ...button, event: 'made_up' }]],
    ['a long text', [{ ...button, button_name: 'x'.repeat(201) }]],
    ['too many', Array.from({ length: 51 }, () => button)],
  ])('are rejected if there is %s', async (_, events) => {
    const { status, body } = await server.call('events', { events });
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'request.invalid' });
  });
});

describe('other routes', () => {
  test.each([
    ['/kassa/deposit', 200],
    ['/kassa/assets/main.js', 200],
    ['/operator/v1/keys', 404],
    // Socket.IO refuses the transport by itself.
    [`${socketPath}/?EIO=4&transport=polling`, 400],
  ])('%s has the headers of every response', async (path, status) => {
    const response = await fetch(`${server.url}${path}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('permissions-policy')).toContain(
      'fullscreen=(self "https://www.youtube-nocookie.com"',
    );
  });

  test("the policy of the widget's page restricts its frames and scripts", async () => {
    const page = await fetch(`${server.url}/other/deposit/complete?depositId=1`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors https://other.example');
    expect(policy).toContain(
      "img-src 'self' data: https://other.example https://pictures.example;",
    );
    expect(policy).toContain(`frame-src ${videoFrameSources.join(' ')};`);
    const hash = createHash('sha256').update('early()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('link')).toBe(
      '</other/assets/main.js>; rel=modulepreload; crossorigin, </other/assets/main.css>; rel=preload; as=style; crossorigin',
    );
    const html = await page.text();
    expect(html).toContain('<base href="/other/"');
    expect(html).toContain(
      '"allowedOrigins":["https://other.example"],"debugHooks":true,"vpnHint":false',
    );
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      const encoded = await fetch(`${server.url}/other/`, { headers });
      expect(encoded.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(await encoded.text()).toBe(html);
    }
    expect((await fetch(`${server.url}/other/assets/nothing.js`)).status).toBe(404);
    expect((await fetch(`${server.url}/nobody/`)).status).toBe(404);
    const asset = await fetch(`${server.url}/kassa/assets/main.js`);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test.each(['icons/card.svg', 'pictures/done.svg'])(
    "the catalogue's picture %s can't run scripts when opened by itself",
    async (file) => {
      const drawing = await fetch(`${server.url}/other/${file}`);
      expect(drawing.status).toBe(200);
      expect(drawing.headers.get('content-type')).toBe('image/svg+xml');
      expect(drawing.headers.get('content-security-policy')).toMatch(
        /^default-src 'none';.*sandbox$/,
      );
    },
  );
});
