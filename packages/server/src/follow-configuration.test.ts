import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signPlayerToken } from '@kassa/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { orderReload } from './brands/config-reloads.ts';
import type { UnofferedMethod } from './core/core.ts';
import { checkLedger } from './money/ledger/check-ledger.ts';
import { runDepositLoad } from './testing/deposit-load.ts';
import { createOperator, type OperatorClient } from './testing/operator-client.ts';
import { startOperatorEndpoint } from './testing/operator-endpoint.ts';
import { nextPush } from './testing/player-socket.ts';
import type { Reply, TestServer } from './testing/test-server.ts';
import { beginSocket, closeSockets, openSignedIn, startTwo } from './testing/two-servers.ts';

let one: TestServer;
let two: TestServer;
let operator: OperatorClient;
const logLines: string[] = [];
/** The text of each brand's file at the start. */
const first = new Map<string, string>();

beforeAll(async () => {
  [one, two] = await startTwo({}, 50, { logLines });
  operator = await createOperator(one);
  for (const product of ['kassa', 'other']) {
    first.set(product, await readFile(brandFile(one, product), 'utf8'));
  }
});

beforeEach(() => {
  logLines.length = 0;
});

/** Each test begins with the files of the start, in both processes. */
afterEach(async () => {
  closeSockets();
  await write('brands/kassa.json', first.get('kassa') ?? '', [one]);
  await write('brands/other.json', first.get('other') ?? '', [one]);
  await copyBrands();
  for (const { configFolder } of [one, two]) {
    await rm(path.join(configFolder, 'catalogs'), { recursive: true, force: true });
  }
  // An order that a process takes later would have it read the files while the next test writes them.
  await Promise.all([one, two].map(({ core }) => core.reload.follow()));
  await Promise.all([one.reload(), two.reload()]);
});

afterAll(() => Promise.all([one, two].map((server) => server.stop())));

function brandFile({ configFolder }: TestServer, product: string): string {
  return path.join(configFolder, `brands/${product}.json`);
}

/** Writes a file of the configuration; by default in both processes. */
async function write(name: string, content: unknown, servers = [one, two]): Promise<void> {
  for (const { configFolder } of servers) {
    const file = path.join(configFolder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** The second process gets the brands' files of the first, except that its provider is its own. */
async function copyBrands(): Promise<void> {
  for (const product of first.keys()) {
    const text = await readFile(brandFile(one, product), 'utf8');
    await writeFile(brandFile(two, product), text.replaceAll(one.sandbox.url, two.sandbox.url));
  }
}

/** Changes settings of a brand's file in both processes. */
async function changeBrand(product: string, change: (brand: BrandFile) => void): Promise<void> {
  const brand: BrandFile = JSON.parse(first.get(product) ?? '');
  change(brand);
  await write(`brands/${product}.json`, brand, [one]);
  await copyBrands();
}

interface BrandFile extends Record<string, unknown> {
  token: { issuer: string; keys: object[] };
  connectors: Record<string, unknown>;
}

const reload = () => operator.ask('config-reload');

const settingsOf = ({ connectors }: BrandFile) => ({ settings: connectors.sandbox });

const overlay = (change: object) => ({ change: { card: change } });

const order = (amount: string, paymentType = 'card') => ({ amount, currency: 'EUR', paymentType });

async function offerAt(server: TestServer, token?: string): Promise<Reply['body']> {
  const { body } = await server.call('methods-payment-v3', {}, { token });
  return body.methods.find(({ name }: { name: string }) => name === 'card');
}

describe('a reload', () => {
  test('of the same files changes nothing', async () => {
    const { brands, catalogOf } = one.core;
    expect(await reload()).toMatchObject({ status: 200, body: { changed: [] } });
    expect(one.core.brands).toBe(brands);
    expect(one.core.catalogOf).toBe(catalogOf);
  });

  test('takes limits and texts of one brand at once, and in the other process', async () => {
    const other = one.core.catalogOf('other');
    await write(
      'catalogs/kassa/limits.json',
      overlay({ text: { en: 'Your card' }, amount_rules: { EUR: { min: '70', max: '700' } } }),
    );
    expect(await reload()).toMatchObject({ status: 200, body: { changed: ['kassa'] } });
    const changed = { text: { en: 'Your card' }, amount_rules: { EUR: { min: '70' } } };
    expect(await offerAt(one)).toMatchObject(changed);
    expect((await one.call('deposit-create', order('50'))).body.error.code).toBe('amount.belowMin');
    expect((await one.call('deposit-create', order('80'))).status).toBe(200);
    await expect.poll(() => offerAt(two)).toMatchObject(changed);
    expect(one.core.catalogOf('other')).toBe(other);
    const token = await one.otherToken();
    expect(await offerAt(one, token)).toMatchObject({ text: { en: 'Bank card' } });
    const said = "the brands' files were read again";
    await expect
      .poll(() => logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === said))
      .toMatchObject([{ brands: ['kassa'] }, { brands: ['kassa'] }]);
  });

  test('tells the open widgets of both processes', async () => {
    const sockets = await Promise.all(
      [one, two].map(async (server) => openSignedIn(server, await server.token())),
    );
    const pushes = sockets.map((socket) => nextPush(socket, 'methods.changed'));
    await write('catalogs/kassa/own.json', { remove: ['large_transfer'] });
    await reload();
    await Promise.all(pushes);
  });

  test('tells a widget that connects after it, too: its list may be from before', async () => {
    await write('catalogs/kassa/own.json', { remove: ['large_transfer'] });
    await reload();
    const socket = beginSocket(one, await one.token());
    await nextPush(socket, 'methods.changed');
  });

  test('leaves a request that is under way the settings that it began with', async () => {
    const endpoint = await startOperatorEndpoint();
    await changeBrand('kassa', (brand) => {
      const { url, secret } = endpoint;
      brand.approval = { url, secrets: [secret], deposits: true, timeoutMs: 5000 };
    });
    await reload();
    const connector = one.core.brands.get('kassa')?.accounts.get('sandbox')?.connector;
    if (connector === undefined) throw new Error('The brand has no sandbox.');
    const create = vi.spyOn(connector, 'create');
    endpoint.answer = async () => {
      await write('catalogs/kassa/own.json', { remove: ['card'] });
      await reload();
      return { status: 200, body: { approved: true } };
    };
    expect((await one.call('deposit-create', order('50'))).status).toBe(200);
    await endpoint.close();
    expect(one.core.catalogOf('kassa').methods.some(({ name }) => name === 'card')).toBe(false);
    expect(create).toHaveBeenCalledWith(expect.objectContaining({ category: 'card' }));
    create.mockRestore();
  });

  test('removes a method of one brand; it stays on in the other', async () => {
    await write('catalogs/kassa/own.json', { remove: ['card'] });
    await reload();
    expect((await one.call('deposit-create', order('50'))).body.error.code).toBe(
      'method.unavailable',
    );
    const token = await one.otherToken();
    expect((await one.call('deposit-create', order('50'), { token })).status).toBe(200);
  });

  test('is refused whole with every problem, and the earlier settings stay', async () => {
    const { brands, catalogOf } = one.core;
    await write('catalogs/kassa/limits.json', overlay({ text: { en: 'Your card' } }));
    await write('catalogs/other/own.json', { remove: ['crad'] });
    await changeBrand('other', (brand) => {
      brand.vpnHnit = true;
    });
    const { status, body } = await reload();
    expect({ status, code: body.error.code, details: body.error.details }).toEqual({
      status: 422,
      code: 'config.refused',
      details: [
        'other.json: vpnHnit: there is no such setting; did you mean "vpnHint"?',
        'catalogs/other/own.json: remove.0: there is no such method; did you mean "card"?',
      ],
    });
    expect(one.core.brands).toBe(brands);
    expect(one.core.catalogOf).toBe(catalogOf);
    await one.reload();
    expect(one.core.brands).toBe(brands);
    const errors = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(errors).toMatchObject([{ problems: body.error.details }]);
    const acts = await operator.ask('acts-list', { action: 'config-reload', outcome: 'refused' });
    expect(acts.body.items).toMatchObject([{ errorCode: 'config.refused' }]);
  });

  test.each<[what: string, change: (brand: BrandFile) => void, problem: string]>([
    [
      'another place of the balances',
      (brand) => {
        const secrets = ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGVzdHM='];
        brand.wallet = { kind: 'http', url: 'http://localhost:9', secrets };
      },
      'kassa.json: wallet.kind: is changed by a restart only, without operations under way',
    ],
    [
      'a connector removed',
      (brand) => {
        brand.connectors = {};
      },
      'kassa.json: connectors.sandbox: is removed by a restart only; "isOff" ends its new payments',
    ],
    [
      'a live brand without shared keys',
      (brand) => {
        brand.mode = 'live';
        brand.connectors = {};
      },
      'KASSA_DATA_KEYS is not set, and "kassa" is a live brand',
    ],
  ])('refuses %s', async (_what, change, problem) => {
    await changeBrand('kassa', change);
    const named = expect.arrayContaining([expect.stringContaining(problem)]);
    expect((await reload()).body.error.details).toEqual(named);
  });

  test('takes the methods of an account off the offer, and explains them', async () => {
    await changeBrand('other', (brand) => {
      brand.accounts = { sandbox: { connector: 'sandbox', isOff: true, ...settingsOf(brand) } };
      brand.connectors = {};
    });
    const { status, body } = await reload();
    expect({ status, changed: body.changed }).toEqual({ status: 200, changed: ['other'] });
    expect(body.unoffered).toContainEqual({ brandId: 'other', method: 'card' });
    expect(new Set(body.unoffered.map(({ brandId }: UnofferedMethod) => brandId))).toEqual(
      new Set(['other']),
    );
    expect(await offerAt(one, await one.otherToken())).toBeUndefined();
    expect(await offerAt(one)).toBeDefined();
    const said = 'these methods are not offered: all their accounts are off';
    const warnings = logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === said);
    expect(warnings[0]).toMatchObject({
      brandId: 'other',
      methods: expect.arrayContaining(['card']),
    });
    const others = await createOperator(one, { brandId: 'other' });
    const payment = { method: 'card', country: 'de', currency: 'EUR', amount: '50' };
    const explained = await others.ask('routes-explain', payment);
    expect(explained.body.items).toMatchObject([
      { order: null, account: 'sandbox', reason: 'its account is off' },
    ]);
  });

  test('refuses another connector of a known account, and its removal', async () => {
    const brand: BrandFile = JSON.parse(first.get('kassa') ?? '');
    const account = { connector: 'sandbox', ...settingsOf(brand) };
    const withAccounts = (accounts: object) =>
      write('brands/kassa.json', { ...brand, accounts }, [one]);
    await withAccounts({ 'sandbox-eu': account, 'sandbox-us': account });
    expect((await reload()).body.changed).toEqual(['kassa']);
    const settings = {
      key: 'pix@northwind.example',
      merchantName: 'Northwind',
      city: 'Recife',
      webhookSecret: 'a secret of the bank, long enough',
      bankUrl: 'http://localhost:9',
      bankToken: 'a token of the bank',
    };
    await withAccounts({ 'sandbox-eu': { connector: 'pix', settings } });
    expect((await reload()).body.error.details).toEqual([
      'kassa.json: accounts.sandbox-eu.connector: is changed by a restart only',
      'kassa.json: accounts.sandbox-us: is removed by a restart only; "isOff" ends its new payments',
    ]);
    const accounts = one.core.brands.get('kassa')?.accounts;
    expect(accounts?.get('sandbox-eu')?.connectorName).toBe('sandbox');
    // Only a new start removes accounts, and the next tests have the files of the first.
    accounts?.delete('sandbox-eu');
    accounts?.delete('sandbox-us');
  });

  test('takes the shared catalogue again when the folder of overlays is gone', async () => {
    await write('catalogs/kassa/limits.json', overlay({ position: 1 }));
    await reload();
    await rm(path.join(one.configFolder, 'catalogs'), { recursive: true });
    expect((await reload()).body.changed).toEqual(['kassa']);
  });

  test('gives a brand sweepstakes, and takes them away', async () => {
    const rules = { currency: 'USD', needsAge: false };
    const token = await one.token({ playerId: 'sweeper', currency: 'QSC' });
    const boxes = async () => {
      const { body } = await one.call('sweepstake-boxes', {}, { token });
      return body.boxes.map(({ boxId, price }: Record<string, string>) => `${boxId} ${price}`);
    };
    expect(await boxes()).toEqual([]);
    const packages = { change: { 'box-5': { price: '3.99', fullPrice: '4.99' } } };
    const change = { card: { amount_rules: { USD: { min: '1', max: '500' } } } };
    await write('catalogs/kassa/sweepstake.json', { sweepstake: rules, packages, change });
    expect((await reload()).body.changed).toEqual(['kassa']);
    expect(await boxes()).toContain('box-5 3.99');
    const wrong = { ...rules, excludedRegions: ['xx'] };
    await write('catalogs/kassa/sweepstake.json', { sweepstake: wrong, packages, change });
    expect((await reload()).body.error.details).toEqual([
      'catalogs/kassa/sweepstake.json: sweepstake.excludedRegions: "xx" is in no country',
    ]);
    expect(await boxes()).toContain('box-5 3.99');
    await rm(path.join(one.configFolder, 'catalogs'), { recursive: true });
    await reload();
    expect(await boxes()).toEqual([]);
  });

  test('refuses the removal of a brand', async () => {
    await rm(brandFile(one, 'other'));
    expect((await reload()).body.error.details).toEqual([
      'other.json: is missing: a brand is removed by a restart only',
    ]);
  });

  test('rotates a token key', async () => {
    const secret = 'the next secret, long enough for HS256';
    const token = await signPlayerToken(secret, { kid: 'next' });
    expect((await one.call('user-get', {}, { token })).status).toBe(401);
    const old = await one.token();
    await changeBrand('kassa', ({ token: { keys } }) => {
      keys.push({ alg: 'HS256', kid: 'next', secret });
    });
    expect((await reload()).body).toEqual({ changed: ['kassa'], unoffered: [] });
    expect((await one.call('user-get', {}, { token })).status).toBe(200);
    expect((await one.call('user-get', {}, { token: old })).status).toBe(200);
    await changeBrand('kassa', (brand) => {
      brand.token.keys = [{ alg: 'HS256', kid: 'next', secret }];
    });
    await reload();
    expect((await one.call('user-get', {}, { token: old })).status).toBe(401);
    await expect.poll(async () => (await two.call('user-get', {}, { token })).status).toBe(200);
  });

  test('adds a brand, with its page and its deposits', async () => {
    const secret = 'the secret of a third brand, long enough';
    expect((await fetch(`${one.url}/third/`)).status).toBe(404);
    const brand = JSON.parse((first.get('other') ?? '').replaceAll('other', 'third'));
    brand.token.keys[0].secret = secret;
    await write('brands/third.json', brand);
    expect((await reload()).body).toEqual({ changed: ['third'], unoffered: [] });
    const page = await fetch(`${one.url}/third/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain(
      'frame-ancestors https://third.example',
    );
    const token = await signPlayerToken(secret, { issuer: 'third-test' });
    expect((await one.call('deposit-create', order('50'), { token })).status).toBe(200);
  });

  test('sends webhooks to the new endpoint', async () => {
    const endpoint = await startOperatorEndpoint();
    await changeBrand('kassa', (brand) => {
      brand.webhook = { url: endpoint.url, secrets: [endpoint.secret] };
    });
    await reload();
    await one.call('deposit-create', order('50'));
    await expect.poll(() => endpoint.received.length).toBeGreaterThan(0);
    await endpoint.close();
  });

  test("changes the page's policy and serves the brand's own logos", async () => {
    const logo =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path d="M1 1h9"/></svg>';
    await write('catalogs/kassa/icons/card.svg', logo);
    await changeBrand('kassa', (brand) => {
      brand.allowedOrigins = ['https://new.example'];
    });
    await reload();
    const { headers } = await fetch(`${one.url}/kassa/`);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors https://new.example');
    const icon = (product: string) => fetch(`${one.url}/${product}/icons/card.svg`);
    const own = await icon('kassa');
    expect(await own.text()).toBe(logo);
    const catalogs = await icon('other');
    expect(await catalogs.text()).not.toBe(logo);
    for (const name of ['content-type', 'content-security-policy', 'cache-control']) {
      expect(own.headers.get(name)).toBe(catalogs.headers.get(name));
    }
    expect((await icon('nobody')).status).toBe(404);
    // The page names the logo with a hash of its content, so that it may be cached for ever.
    const page = await (await fetch(`${one.url}/kassa/`)).text();
    const [, file = ''] = /"ownIcons":\{"card":"([^"]+)"\}/.exec(page) ?? [];
    const hashed = await fetch(`${one.url}/kassa/icons/${file}`);
    expect(await hashed.text()).toBe(logo);
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-security-policy')).toContain('sandbox');
    expect(hashed.headers.get('x-content-type-options')).toBe('nosniff');
    // A page from before a change gets what there is now.
    const before = 'card.000000000000.svg';
    const stale = await fetch(`${one.url}/kassa/icons/${before}`);
    expect([await stale.text(), stale.headers.get('cache-control')]).toEqual([logo, 'no-cache']);
    const gone = await fetch(`${one.url}/other/icons/${before}`, { redirect: 'manual' });
    expect(gone.headers.get('location')).toBe('/other/icons/card.svg');
    const ofMethod = `${one.url}/other/icons/card_p2p.000000000000.png`;
    const { headers: answered } = await fetch(ofMethod, { redirect: 'manual' });
    expect(answered.get('location')).toBe('/other/icons/card_p2p.svg');
  });

  test('needs the scope', async () => {
    const reader = await createOperator(one, { scopes: ['read', 'methods'] });
    expect((await reader.ask('config-reload')).body.error.code).toBe('scope.missing');
  });
});

describe('an order of a reload', () => {
  const order = () => one.core.db.transaction().execute((tx) => orderReload(tx));
  const linesOf = (least: number) =>
    logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= least);
  const newLimits = () =>
    write(
      'catalogs/kassa/limits.json',
      overlay({ amount_rules: { EUR: { min: '70', max: '700' } } }),
    );
  const takenBy = async ({ operatorUrl }: TestServer) => {
    const metrics = await (await fetch(`${operatorUrl}/metrics`)).text();
    return Number(/^kassa_config_reload_taken (\d+)$/m.exec(metrics)?.[1]);
  };

  test('waits while the database is away, with one line in the log for each outage', async () => {
    const { db } = one.core;
    const selectFrom = vi.fn(() => {
      throw new Error('the database is away');
    });
    for (let outage = 1; outage <= 2; outage += 1) {
      selectFrom.mockClear();
      one.core.db = Object.create(db, { selectFrom: { value: selectFrom } });
      await expect.poll(() => selectFrom.mock.calls.length).toBeGreaterThan(2);
      one.core.db = db;
      await one.core.reload.follow();
      const msg = 'orders of a reload could not be looked up; trying again';
      expect(linesOf(40)).toMatchObject(new Array(outage).fill({ level: 40, msg }));
    }
    await newLimits();
    await order();
    await expect.poll(() => offerAt(one)).toMatchObject({ amount_rules: { EUR: { min: '70' } } });
  });

  test('is not lost if the files cannot be read for a moment', async () => {
    await newLimits();
    const get = vi.spyOn(one.core.brands, 'get').mockImplementation(() => {
      throw new Error('too many open files');
    });
    await order();
    await expect.poll(() => get.mock.calls.length).toBeGreaterThan(2);
    get.mockRestore();
    await expect.poll(() => offerAt(one)).toMatchObject({ amount_rules: { EUR: { min: '70' } } });
    const msg = "the brands' files could not be read again";
    expect(linesOf(50)).toMatchObject([{ msg }]);
  });

  test('is refused by name if there is no brand', async () => {
    const folder = path.dirname(brandFile(one, 'kassa'));
    await rename(folder, `${folder}-aside`);
    const { status, body } = await reload();
    await rename(`${folder}-aside`, folder);
    expect([status, body.error.code]).toEqual([422, 'config.refused']);
    expect(body.error.details[0]).toMatch(/^There is no brand in /);
  });

  test('is answered by what this process took, and measured', async () => {
    await reload();
    const before = await takenBy(one);
    const { reload: followed } = one.core;
    const { check } = followed;
    followed.check = async () => {
      const checked = await check();
      await write('catalogs/kassa/limits.json', '{ "change": ', [one]);
      return checked;
    };
    await newLimits();
    const key = 'files-change-meanwhile';
    const refused = await operator.ask('config-reload', {}, key);
    expect(refused.body.error).toMatchObject({ code: 'config.refused' });
    followed.check = check;
    expect(await takenBy(one)).toBe(before);
    // The other process has no problem.
    await expect.poll(() => takenBy(two)).toBe(before + 1);
    await newLimits();
    const again = await operator.ask('config-reload', {}, key);
    expect(again.body).toEqual({ changed: ['kassa'], unoffered: [] });
    expect(await takenBy(one)).toBe(before + 2);
  });
});

test('reloads under 50 deposits a second, wrong files among them, lose no deposit', async () => {
  const international = JSON.stringify(
    one.core.catalogOf('kassa').methods.find(({ name }) => name === 'card'),
  ).replace('"card"', '"card_international"');
  const add = [JSON.parse(international)];
  await write('catalogs/kassa/load.json', { add });
  await reload();
  let isOver = false;
  const failed: unknown[] = [];
  const playing = runDepositLoad(one, {
    depositsPerSecond: 50,
    // A busy machine starts fewer.
    mostAtOnce: 20,
    playerCount: 10,
    timeoutMs: 60_000,
    isOver: () => isOver,
    onAnswer: (answer) => {
      if (answer.status !== 200) failed.push(answer);
    },
  });
  const statuses: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    await write(
      'catalogs/kassa/own.json',
      round % 2 === 0 ? '{ "remove": ' : overlay({ position: round }),
    );
    await changeBrand('kassa', (brand) => {
      brand.deposits = { ceilingFactor: `1.${round}` };
    });
    statuses.push((await reload()).status);
  }
  isOver = true;
  const deposits = await playing;
  expect(statuses).toEqual([200, 422, 200, 422, 200]);
  expect(failed).toEqual([]);
  expect(deposits.length).toBeGreaterThan(0);
  const credited = await one.core.db
    .selectFrom('payments')
    .select(['deposit_id', 'status', 'processed_amount'])
    .where(
      'deposit_id',
      'in',
      deposits.map(({ depositId }) => depositId),
    )
    .execute();
  expect(credited).toHaveLength(deposits.length);
  expect(new Set(credited.map((it) => `${it.status} ${it.processed_amount}`))).toEqual(
    new Set(['credited 10.00']),
  );
  expect(await checkLedger(one.core.db)).toEqual([]);
});

// The last test, as the account can't be removed again.
test('a reload measures the success of the new routes at once', async () => {
  const routes = ['sandbox', 'sandbox-new'].map((account) => ({ account }));
  await changeBrand('kassa', (brand) => {
    brand.accounts = {
      'sandbox-new': { connector: 'sandbox', settings: brand.connectors.sandbox },
    };
  });
  await write('catalogs/kassa/routes.json', overlay({ routes }));
  await one.core.db
    .insertInto('route_statistics')
    .values({
      brand_id: 'kassa',
      payment_method: 'card',
      account: 'sandbox-new',
      country: 'de',
      day: new Date().toISOString().slice(0, 10),
      latest: '110',
    })
    .execute();
  expect((await reload()).body).toMatchObject({ changed: ['kassa'] });
  expect(one.core.successOf('kassa', 'card', 'sandbox-new', 'de')).toEqual({
    attempts: 3,
    credits: 2,
  });
});
