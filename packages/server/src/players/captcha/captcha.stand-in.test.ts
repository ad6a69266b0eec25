import type { CaptchaSolution } from '@kassa/contract';
import { type CaptchaStandIn, standInKeys, startCaptchaStandIn } from '@kassa/sandbox';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { meetPlayer } from '../../testing/meet-player.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { usedUp, useUp } from '../../testing/use-up.ts';
import { withShortTimeouts } from '../../testing/with-short-timeouts.ts';

const { geetest, recaptchaV2, recaptchaV3 } = standInKeys;
const order = { amount: '50', currency: 'EUR', paymentType: 'guarded' };
const refused = { status: 422, body: { error: { code: 'captcha_required' } } };

let standIn: CaptchaStandIn;

beforeAll(async () => {
  standIn = await startCaptchaStandIn({ port: 0 });
});

afterEach(() => standIn.behave({ check: 'normal', score: 0.9 }));

afterAll(() => standIn.close());

/** A server whose brand has this captcha, and a method that requires it. */
async function startGuarded(captcha: object): Promise<TestServer> {
  const apiUrl = standIn.url;
  const setting = { ...captcha, apiUrl, timeoutMs: 10_000 };
  const server = await startTestServer({}, { brand: { captcha: setting } });
  const guarded = buildMethod('guarded', { countries: '*', needsCaptcha: true });
  const catalog = server.core.catalogOf('kassa');
  const p2p = buildMethod('p2p', { countries: '*', cardViewType: 5 });
  server.core.catalogOf = () => ({ ...catalog, methods: [guarded, p2p] });
  return server;
}

/** Creates a P2P deposit whose client says that its solution has a score. */
const createScored = (server: TestServer, solution: CaptchaSolution, checkScore = true) =>
  server.call('deposit-create-p2p', {
    ...{ amount: '50', currency: 'EUR', paymentMethod: 'p2p', checkScore },
    ...solution,
  });

const create = (server: TestServer, solution: CaptchaSolution, token?: string) =>
  server.call('deposit-create', { ...order, ...solution }, { token });

const pagePolicy = async (server: TestServer) =>
  (await fetch(`${server.url}/kassa/deposit`)).headers.get('content-security-policy');

/** Simulates Geetest's script in a page. */
async function solveGeetest(outcome = 'solved'): Promise<CaptchaSolution> {
  const query = new URLSearchParams({
    captcha_id: geetest.captchaId,
    callback: 'geetest_1',
    outcome,
  });
  const script = await (await fetch(`${standIn.url}/verify?${query}`)).text();
  const { seccode } = JSON.parse(script.slice('geetest_1('.length, -1)).data;
  return {
    geetestLotNumber: seccode.lot_number,
    geetestCaptchaOutput: seccode.captcha_output,
    geetestPassToken: seccode.pass_token,
    geetestGenTime: seccode.gen_time,
  };
}

describe('a brand with Geetest', () => {
  let server: TestServer;

  beforeAll(async () => {
    const scriptUrl = `${standIn.url}/v4/gt4.js`;
    server = await startGuarded({ kind: 'geetest', ...geetest, scriptUrl });
  });

  afterAll(() => server.stop());

  test('the widget gets its id and script, and the page may load only that', async () => {
    const { body } = await server.call('captcha-challenge', {});
    const scriptUrl = `${standIn.url}/v4/gt4.js`;
    expect(body).toEqual({ kind: 'geetest', captchaId: geetest.captchaId, scriptUrl });
    const policy = (await pagePolicy(server)) ?? '';
    expect(policy).toMatch(new RegExp(`script-src 'self' '[^ ]+' ${standIn.url};`));
    expect(policy).not.toContain('geetest.com');
    expect(policy).not.toContain('unsafe');
  });

  test('one solution makes one deposit', async () => {
    const solution = await solveGeetest();
    expect((await create(server, solution)).status).toBe(200);
    expect(await create(server, solution)).toMatchObject(refused);
  });

  test('without a score, the word of the client that there is one changes nothing', async () => {
    expect((await createScored(server, await solveGeetest())).status).toBe(200);
    expect(await createScored(server, {})).toMatchObject(refused);
  });

  test('a forged, a used and another player’s solution make none', async () => {
    const [good, other, stale] = [
      await solveGeetest(),
      await solveGeetest(),
      await solveGeetest('stale'),
    ];
    const attempts: CaptchaSolution[] = [
      stale,
      { ...good, geetestLotNumber: other.geetestLotNumber },
      { ...good, geetestCaptchaOutput: 'forged' },
      { ...good, geetestPassToken: uuidv7() },
    ];
    for (const attempt of attempts) expect(await create(server, attempt)).toMatchObject(refused);
  });

  test.each(['refused', 'unavailable', 'malformed', 'silent'] as const)(
    'no solution passes while the response is %s',
    async (check) => {
      standIn.behave({ check });
      const solution = await solveGeetest();
      expect(await withShortTimeouts(() => create(server, solution))).toMatchObject(refused);
    },
  );

  test('a player has 100 solutions checked a day, so that nobody uses up the brand’s quota', async () => {
    const { token, ref } = await meetPlayer(server);
    await useUp(server.core, ref, 'captcha', 100, 1);
    expect(await create(server, {}, token)).toMatchObject(refused);
    expect(await create(server, await solveGeetest('stale'), token)).toMatchObject(refused);
    expect(await create(server, await solveGeetest(), token)).toMatchObject(usedUp);
    expect((await create(server, await solveGeetest())).status).toBe(200);
  });

  test('a player with a bypass in the token needs no captcha, and no other player can skip it', async () => {
    const token = await server.token({ playerId: uuidv7(), captchaBypass: true });
    const { body } = await server.call('captcha-challenge', {}, { token });
    expect(body).toEqual({ kind: 'bypass' });
    expect((await create(server, { captchaBypass: true }, token)).status).toBe(200);
    expect(await create(server, { captchaBypass: true })).toMatchObject(refused);
  });
});

describe('a brand with a wrong key', () => {
  test('rejects all solutions', async () => {
    const scriptUrl = `${standIn.url}/v4/gt4.js`;
    const captcha = { kind: 'geetest', ...geetest, captchaKey: 'another key', scriptUrl };
    const server = await startGuarded(captcha);
    expect(await create(server, await solveGeetest())).toMatchObject(refused);
    await server.stop();
  });
});

describe('a brand with reCAPTCHA v2 and v3', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startGuarded({
      kind: 'recaptcha',
      v2: recaptchaV2,
      v3: { ...recaptchaV3, minScore: 0.5 },
      scriptUrl: `${standIn.url}/recaptcha/api.js`,
    });
  });

  afterAll(() => server.stop());

  /** Simulates reCAPTCHA's script in a page. */
  async function getToken(k: string, action?: string): Promise<string> {
    const query = new URLSearchParams({ k, ...(action && { action }) });
    const address = `${standIn.url}/recaptcha/api2/userverify?${query}`;
    const response = await fetch(address, { method: 'POST' });
    return ((await response.json()) as { token: string }).token;
  }

  const solve = async (action = 'p2pUserScore'): Promise<CaptchaSolution> => ({
    captchaResponse: await getToken(recaptchaV2.siteKey),
    captchaResponseV3: await getToken(recaptchaV3.siteKey, action),
  });

  test('the widget gets both keys, and the page may frame the checkbox', async () => {
    const { body } = await server.call('captcha-challenge', {});
    expect(body).toEqual({
      kind: 'recaptcha',
      scriptUrl: `${standIn.url}/recaptcha/api.js`,
      siteKey: recaptchaV2.siteKey,
      isInvisible: false,
      siteKeyV3: recaptchaV3.siteKey,
    });
    expect(await pagePolicy(server)).toMatch(new RegExp(`frame-src [^;]*${standIn.url}`));
  });

  test('one solution makes one deposit', async () => {
    const solution = await solve();
    expect((await create(server, solution)).status).toBe(200);
    expect(await create(server, solution)).toMatchObject(refused);
  });

  test.each([true, false])(
    'a P2P deposit needs a verified score, with checkScore %s',
    async (checkScore) => {
      const { captchaResponse, captchaResponseV3 } = await solve();
      expect(await createScored(server, { captchaResponse }, checkScore)).toMatchObject(refused);
      const whole = { captchaResponse, captchaResponseV3 };
      expect((await createScored(server, whole, checkScore)).status).toBe(200);
    },
  );

  test('another action, a low score, one token for both and a missing token make none', async () => {
    expect(await create(server, await solve('login'))).toMatchObject(refused);
    const { captchaResponse, captchaResponseV3 } = await solve();
    expect(await create(server, { captchaResponse })).toMatchObject(refused);
    const twice = { captchaResponse: captchaResponseV3, captchaResponseV3 };
    expect(await create(server, twice)).toMatchObject(refused);
    standIn.behave({ score: 0.4 });
    expect(await create(server, await solve())).toMatchObject(refused);
  });
});

test('a brand without a setting loads no third-party script', async () => {
  const server = await startTestServer();
  const policy = await pagePolicy(server);
  expect(policy).toContain("worker-src 'self'");
  // Methods' videos may still be framed.
  expect(policy).not.toMatch(/unsafe|google|geetest/);
  await server.stop();
});
