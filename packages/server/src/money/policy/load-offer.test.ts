import { v7 as uuidv7 } from 'uuid';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import type { Brand } from '../../brands/load-brands.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { type MethodState, setMethodSwitch } from '../../catalog/method-switches.ts';
import type { DrawnScreen } from '../../core/core.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { setPlayerLimit } from '../../players/player-limits.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { callOverSocket, connected, openSocket } from '../../testing/player-socket.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { useUp } from '../../testing/use-up.ts';

let server: TestServer;
let ofFiles: TestServer['core']['catalogOf'];
let drawn: TestServer['core']['drawScreen'];
let ofStatistics: TestServer['core']['arrivalsOf'];
let token: string;
let playerId: string;

beforeAll(async () => {
  const rates = { kind: 'static', base: 'EUR', table: { JPY: '160' } };
  server = await startTestServer({}, { brand: { rates } });
  ofFiles = server.core.catalogOf;
  drawn = server.core.drawScreen;
  ofStatistics = server.core.arrivalsOf;
});

beforeEach(async () => {
  playerId = uuidv7();
  token = await server.token({ playerId });
});

afterEach(() => {
  server.core.catalogOf = ofFiles;
  server.core.drawScreen = drawn;
});

afterAll(() => server.stop());

/** Makes the brand offer these methods. */
function offer(...methods: CatalogMethod[]): void {
  const catalog = { ...ofFiles('kassa'), methods };
  server.core.catalogOf = () => catalog;
}

/** Changes settings of the brand until the test ends; returns a function that changes them again. */
function changeBrand(part: Partial<Brand>): (part: Partial<Brand>) => void {
  const { brands } = server.core;
  const before = brands.get('kassa');
  if (before === undefined) throw new Error('no brand');
  const set = (changed: Partial<Brand>) => void brands.set('kassa', { ...before, ...changed });
  onTestFinished(() => void brands.set('kassa', before));
  set(part);
  return set;
}

/** Sends the request over HTTP as a widget would that has a response with these tags. */
async function ask(request: object = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/banking/methods-payment-v3`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(request),
  });
  const text = await response.text();
  return { response, etag: response.headers.get('etag') ?? '', text };
}

async function list(
  request: object = {},
): Promise<{ name: string; unavailable?: { until?: string } }[]> {
  return JSON.parse((await ask(request)).text).methods;
}

const names = async (request: object = {}) => (await list(request)).map(({ name }) => name);

/** Switches a method as another process would: only the database is updated. */
const turn = (method: string, state: MethodState, part: object = {}) =>
  server.core.db.transaction().execute((tx) =>
    setMethodSwitch(server.core, tx, 'kassa', method, state, {
      reason: 'to be tried',
      actor: 'a test',
      until: null,
      ...part,
    }),
  );

/** Limits the player's deposits of a day, in EUR. */
const limit = async (amount: string) => {
  const player = {
    brandId: 'kassa',
    playerId: await resolvePlayer(server.core.db, 'kassa', playerId),
  };
  await server.core.db.transaction().execute((tx) =>
    setPlayerLimit(server.core, tx, player, {
      transaction: 'deposit',
      period: 'day',
      source: 'player',
      amount: { amount, currency: 'EUR' },
      actor: 'a test',
      reason: 'to be tried',
    }),
  );
};

describe('with the markup of the first screen', () => {
  const screen = {
    build: 'b1',
    view: 'main',
    address: '/deposit',
    locale: 'en-US',
    closingButton: true,
    hasBadge: false,
    bonuses: 0,
    hasCryptoBonus: false,
  };
  /** Draws the names of the methods in its own way, and returns what it was asked. */
  const drawNames = () => {
    const asked: DrawnScreen[] = [];
    server.core.drawScreen = async (screen) => {
      asked.push(screen);
      return screen.offer.methods.map(({ name }) => name).join();
    };
    return asked;
  };
  const markup = async (request: object) => JSON.parse((await ask(request)).text).screen;

  test('where the widget asks for it, drawn once for what it depends on', async () => {
    offer(buildMethod('card'), buildMethod('bank'));
    const asked = drawNames();
    expect(await markup({})).toBeUndefined();
    expect(await markup({ screen })).toBe('card,bank');
    expect(await markup({ screen })).toBe('card,bank');
    expect(asked).toHaveLength(1);
    await markup({ screen: { ...screen, locale: 'ar' } });
    await turn('bank', 'off');
    expect(await markup({ screen })).toBe('card');
    expect(asked.map((each) => each.screen.locale)).toEqual(['en-US', 'ar', 'en-US']);
    await turn('bank', 'on');
  });

  test('with the brand’s support, as it is set now', async () => {
    offer(buildMethod('card'));
    const asked = drawNames();
    const set = changeBrand({ supportUrl: 'https://casino.example/help' });
    await markup({ screen });
    set({ supportUrl: 'tg://resolve?domain=casino' });
    await markup({ screen });
    expect(asked.map(({ supportUrl }) => supportUrl)).toEqual([
      'https://casino.example/help',
      'tg://resolve?domain=casino',
    ]);
  });

  test('alone for a page that has the methods', async () => {
    offer(buildMethod('card'));
    drawNames();
    const { text } = await ask({ screen: { ...screen, isNext: true } });
    expect(JSON.parse(text)).toMatchObject({ methods: [], groups: [], screen: 'card' });
    expect(await names({ screen })).toEqual(['card']);
  });

  test('with the marks of the player’s own limits', async () => {
    offer(buildMethod('card'));
    const asked = drawNames();
    await markup({ screen });
    await limit('1');
    await markup({ screen });
    expect(asked.map((each) => each.offer.methods[0]?.unavailable?.reason)).toEqual([
      undefined,
      'limit',
    ]);
  });

  test('drawn 30 times a day for a player; what is cached already, any time', async () => {
    offer(buildMethod('card'));
    const asked = drawNames();
    const withAmount = (lastAmount: string) => ({ screen: { ...screen, lastAmount } });
    const ref = {
      brandId: 'kassa',
      playerId: await resolvePlayer(server.core.db, 'kassa', playerId),
    };
    await useUp(server.core, ref, 'screen', 30, 1);
    expect(await markup(withAmount('1'))).toBe('card');
    expect(await markup(withAmount('2'))).toBeUndefined();
    expect(await markup(withAmount('1'))).toBe('card');
    expect(asked).toHaveLength(1);
  });

  test('and without it where it can’t be drawn', async () => {
    offer(buildMethod('card'));
    server.core.drawScreen = async () => null;
    expect(await markup({ screen })).toBeUndefined();
    expect(await names({ screen })).toEqual(['card']);
    expect((await ask({ screen: { ...screen, bonuses: -1 } })).response.status).toBe(400);
  });
});

describe('the list contains the methods for the player', () => {
  test('by platform and by group of the experiment, if a method is for some only', async () => {
    offer(
      buildMethod('card'),
      buildMethod('wallet', { platforms: ['ios', 'android'] }),
      buildMethod('trial', { abTestGroups: ['group_b'] }),
    );
    expect(await names()).toEqual(['card']);
    expect(await names({ platform: 'ios' })).toEqual(['card', 'wallet']);
    expect(await names({ platform: 'desktop' })).toEqual(['card']);
    expect(await names({ abTestGroup: 'group_b' })).toEqual(['card', 'trial']);
    expect(await names({ abTestGroup: 'group_a', platform: 'android' })).toEqual([
      'card',
      'wallet',
    ]);
    // Fields that only the client claims block no payment.
    const order = { amount: '50', currency: 'EUR', paymentType: 'wallet' };
    expect((await server.call('deposit-create', order, { token })).status).toBe(200);
  });

  test('by the account type in the token', async () => {
    offer(buildMethod('card'), buildMethod('loan', { isInvestForbidden: true }));
    expect(await names()).toEqual(['card', 'loan']);
    token = await server.token({ playerId, accountType: 'additional' });
    expect(await names()).toEqual(['card']);
    const order = { amount: '50', currency: 'EUR', paymentType: 'loan' };
    expect(await server.call('deposit-create', order, { token })).toMatchObject({
      status: 422,
      body: { error: { code: 'method.unavailable' } },
    });
    expect((await server.call('user-get', {}, { token })).body).toMatchObject({
      accountType: 'additional',
    });
  });
});

describe("a method whose minimum is above the rest of the player's limits", () => {
  const order = { amount: '80', currency: 'EUR', paymentType: 'card' };

  test('is shown as unavailable, with the time at which it is available again, if any', async () => {
    offer(
      buildMethod('card'),
      buildMethod('bank', { amount_rules: { EUR: { min: '50', max: '500' } } }),
      buildMethod('wire', { amount_rules: { EUR: { min: '5000', max: '9000' } } }),
    );
    await limit('100');
    expect(await list()).toMatchObject([
      { name: 'card' },
      { name: 'bank' },
      // This limit never allows it.
      { name: 'wire', unavailable: { reason: 'limit' } },
    ]);
    expect((await server.call('deposit-create', order, { token })).status).toBe(200);
    const [card, bank, wire] = await list();
    expect(card?.unavailable).toBeUndefined();
    expect(bank?.unavailable).toEqual({ reason: 'limit', until: expect.any(String) });
    const inMs = Date.parse(bank?.unavailable?.until ?? '') - Date.now();
    expect(inMs).toBeGreaterThan(23 * 3600_000);
    expect(inMs).toBeLessThanOrEqual(24 * 3600_000);
    expect(wire?.unavailable).toEqual({ reason: 'limit' });
  });

  test('is marked in another currency, too, by its rate, and for this player only', async () => {
    offer(buildMethod('card', { amount_rules: { JPY: { min: '20000', max: '90000' } } }));
    expect(await list({ currency: 'JPY' })).toMatchObject([{ name: 'card' }]);
    await limit('100');
    expect(await list({ currency: 'JPY' })).toMatchObject([{ unavailable: { reason: 'limit' } }]);
    token = await server.token({ playerId: uuidv7() });
    expect((await list({ currency: 'JPY' }))[0]).not.toHaveProperty('unavailable');
  });

  test('is not marked if another of its networks fits', async () => {
    const values = [
      { value: 'slow', text: { en: 'Slow' }, limits: { min: '5', max: '100' } },
      { value: 'fast', text: { en: 'Fast' } },
    ];
    const network = { name: 'network', type: 'networks' as const, values };
    const amount_rules = { EUR: { min: '200', max: '500' } };
    offer(buildMethod('coin', { amount_rules, fields: [network] }));
    await limit('100');
    expect((await list())[0]).not.toHaveProperty('unavailable');
  });

  test('stays in maintenance, whatever the limits', async () => {
    offer(buildMethod('card', { amount_rules: { EUR: { min: '200', max: '500' } } }));
    await limit('100');
    await turn('card', 'maintenance', { shownReason: 'bank' });
    expect(await list()).toMatchObject([{ unavailable: { reason: 'bank' } }]);
    await turn('card', 'on');
  });
});

describe('the response to a blocked player', () => {
  const day = 24 * 3600_000;
  const block = async (part: Partial<Parameters<typeof blockPlayer>[3]>) => {
    const { core } = server;
    const player = {
      brandId: 'kassa',
      playerId: await resolvePlayer(core.db, 'kassa', playerId),
    };
    const all = { what: 'all', source: 'operator', until: null, reason: 'a note' } as const;
    const row = { ...all, id: uuidv7(), actor: 'a test', ...part };
    await core.db.transaction().execute((tx) => blockPlayer(core, tx, player, row));
  };
  const blockOf = async (
    call: 'methods-payment-v3' | 'methods-withdrawal' = 'methods-payment-v3',
  ) => ((await server.call(call, {}, { token })).body as { block?: unknown }).block;

  test('names the block that ends last, without the operator’s note', async () => {
    offer(buildMethod('card'));
    expect(await blockOf()).toBeUndefined();
    const until = new Date(Date.now() + day);
    await block({ what: 'deposits', source: 'selfExclusion', until });
    expect(await blockOf()).toEqual({ reason: 'selfExcluded', until: until.toISOString() });
    expect(await blockOf('methods-withdrawal')).toBeUndefined();
    await block({});
    expect(await blockOf()).toEqual({ reason: 'blocked' });
    expect(await blockOf('methods-withdrawal')).toEqual({ reason: 'blocked' });
    token = await server.token({ playerId: uuidv7() });
    expect(await blockOf()).toBeUndefined();
  });

  test('names the help lines of the country to who has excluded themselves', async () => {
    offer(buildMethod('card'));
    const line = (en: string, countries?: string[]) => ({
      name: { en },
      url: 'tel:0800-111',
      ...(countries && { countries }),
    });
    const helpLines = [line('For all'), line('Here', ['de']), line('Elsewhere', ['br'])];
    const set = changeBrand({ helpLines });
    await block({ source: 'selfExclusion', until: new Date(server.core.now().getTime() + day) });
    const shown = { helpLines: [line('For all'), { ...line('Here') }] };
    expect(await blockOf()).toMatchObject(shown);
    expect(await blockOf('methods-withdrawal')).toMatchObject(shown);
    set({ helpLines: [line('Another')] });
    expect(await blockOf()).toMatchObject({ helpLines: [line('Another')] });
    await block({});
    expect(await blockOf()).toEqual({ reason: 'blocked' });
  });

  test('is the usual one again once the block is over', async () => {
    offer(buildMethod('card'));
    await block({ until: new Date(Date.now() + 60_000) });
    await block({ what: 'withdrawals' });
    expect(await blockOf()).toMatchObject({ reason: 'blocked', until: expect.any(String) });
    await server.later(61_000, async () => expect(await blockOf()).toBeUndefined());
  });
});

describe('the response is cached', () => {
  test('and gives a 304 to a client that has it, until it changes', async () => {
    offer(buildMethod('card'), buildMethod('bank'));
    const first = await ask();
    expect(first.response.status).toBe(200);
    expect(first.response.headers.get('cache-control')).toBe('private, no-cache');
    const again = await ask({}, { 'if-none-match': first.etag });
    expect(again.response.status).toBe(304);
    expect([again.text, again.etag]).toEqual(['', first.etag]);
    expect((await ask({}, { 'if-none-match': '"other"' })).response.status).toBe(200);

    await turn('bank', 'maintenance', { shownReason: 'provider' });
    const switched = await ask({}, { 'if-none-match': first.etag });
    expect(switched.response.status).toBe(200);
    expect(JSON.parse(switched.text).methods).toMatchObject([
      { name: 'card' },
      { name: 'bank', unavailable: { reason: 'provider' } },
    ]);
    await turn('bank', 'on');
    // The first content has the first tag again.
    expect((await ask({}, { 'if-none-match': first.etag })).response.status).toBe(304);
  });

  test("independently of another brand's switches", async () => {
    offer(buildMethod('card'));
    const foreign = { brand_id: 'other', method: 'card', state: 'off', reason: 'a test' } as const;
    const { db } = server.core;
    await db
      .insertInto('method_switches')
      .values({ ...foreign, actor: 'a test', updated_at: new Date() })
      .execute();
    expect(await names()).toEqual(['card']);
    await db.deleteFrom('method_switches').where('brand_id', '=', 'other').execute();
  });

  test('until the end of a switch at most', async () => {
    offer(buildMethod('card'));
    const until = new Date(Date.now() + 60_000);
    await turn('card', 'maintenance', { until });
    const shown = { reason: 'technical', until: until.toISOString() };
    expect(await list()).toMatchObject([{ unavailable: shown }]);
    await server.later(61_000, async () => {
      expect((await list())[0]).not.toHaveProperty('unavailable');
    });
    await turn('card', 'on');
  });

  test('with a different tag when compressed, and both tags give a 304', async () => {
    offer(...Array.from({ length: 30 }, (_, index) => buildMethod(`method_${index}`)));
    const gzipped = await ask({}, { 'accept-encoding': 'gzip' });
    expect(gzipped.response.headers.get('content-encoding')).toBe('gzip');
    const plain = await ask({}, { 'accept-encoding': 'identity' });
    expect(gzipped.etag).toBe(plain.etag.replace(/"$/, '-gzip"'));
    expect(gzipped.text).toBe(plain.text);
    const status = async (tag: string) => (await ask({}, { 'if-none-match': tag })).response.status;
    expect([await status(plain.etag), await status(gzipped.etag)]).toEqual([304, 304]);
  });

  test('once for all values of a client that change nothing', async () => {
    offer(buildMethod('card'), buildMethod('trial', { abTestGroups: ['group_b'] }));
    const { responseCache } = server.core;
    const keys = new Set<string>();
    server.core.responseCache = {
      ...responseCache,
      resolve: (key, madeOf, make) => {
        keys.add(key);
        return responseCache.resolve(key, madeOf, make);
      },
    };
    const first = await ask();
    for (const word of ['x1', 'x2', 'x3']) {
      const made = { abTestGroup: word, currency: word.toUpperCase().padEnd(3, 'Z') };
      const again = await ask({ ...made, platform: 'ios' });
      expect([again.response.status, again.text]).toEqual([200, first.text]);
    }
    expect(keys.size).toBe(1);
    await ask({ abTestGroup: 'group_b' });
    expect(keys.size).toBe(2);
    server.core.responseCache = responseCache;
  });

  test('over a socket, too, with the tag as a header', async () => {
    offer(buildMethod('card'));
    const socket = await connected(openSocket(server.url, token));
    const first = await callOverSocket(socket, 'methods-payment-v3');
    expect(first).toMatchObject({ status: 200, body: { methods: [{ name: 'card' }] } });
    const { etag } = await ask();
    expect(first.headers).toEqual({ etag });
    const call = { name: 'methods-payment-v3', method: 'POST', body: {} };
    const again = await socket.emitWithAck('call', { ...call, headers: { 'if-none-match': etag } });
    expect(again).toEqual({ status: 304, body: null, headers: { etag } });
    socket.close();
  });

  test('but an error response is not', async () => {
    token = 'nonsense';
    const { response } = await ask({}, { 'if-none-match': '*' });
    expect([response.status, response.headers.get('etag')]).toEqual([401, null]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('what was measured of a method', () => {
  afterEach(() => {
    server.core.arrivalsOf = ofStatistics;
  });

  test('replaces the usual time in the list, which is cached by it', async () => {
    offer(buildMethod('card', { usualMinutes: 30 }), buildMethod('wallet', { usualMinutes: 5 }));
    const before = await list();
    expect(before).toMatchObject([{ usualMinutes: 30 }, { usualMinutes: 5 }]);
    const tell = (arrivesPercent: number) => {
      const byMethod = new Map([['card', { usualMinutes: 1, arrivesPercent }]]);
      server.core.arrivalsOf = () => ({ key: JSON.stringify([...byMethod]), byMethod });
    };
    tell(97);
    const first = await ask();
    expect(JSON.parse(first.text).methods).toEqual([
      { ...before[0], usualMinutes: 1, arrivesPercent: 97 },
      before[1],
    ]);
    // The same values give the same response; others give another one at once.
    tell(97);
    expect((await ask({}, { 'if-none-match': first.etag })).response.status).toBe(304);
    tell(98);
    expect((await ask({}, { 'if-none-match': first.etag })).response.status).toBe(200);
  });
});
