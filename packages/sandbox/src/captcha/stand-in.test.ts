import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../index.ts';
import { makeDataFolder, webhookSecret } from '../testing/sandbox-client.ts';
import { normalStandInBehaviour } from './stand-in-behaviour.ts';
import { standInKeys } from './stand-in-keys.ts';
import { type CaptchaStandIn, startCaptchaStandIn } from './start-captcha-stand-in.ts';

const { geetest, recaptchaV2, recaptchaV3 } = standInKeys;
let standIn: CaptchaStandIn;

beforeAll(async () => {
  standIn = await startCaptchaStandIn({ port: 0 });
});

afterEach(() => standIn.behave(normalStandInBehaviour));

afterAll(() => standIn.close());

const scripts = ['/v4/gt4.js', '/recaptcha/api.js?render=explicit'];

test.each(scripts)('serves %s, and fails as its behaviour demands', async (path) => {
  const get = () => fetch(`${standIn.url}${path}`);
  const script = await get();
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(await script.text()).toMatch(/window\.(initGeetest4|grecaptcha) =/);

  standIn.behave({ scriptFailures: 2 });
  expect((await get()).status).toBe(503);
  expect((await get()).status).toBe(503);
  expect((await get()).status).toBe(200);

  standIn.behave({ script: 'missing' });
  expect((await get()).status).toBe(404);
  standIn.behave({ script: 'empty' });
  expect(await (await get()).text()).toBe('');
});

test('calls back with a captcha for a known id, and with an error for any other', async () => {
  const load = async (captchaId: string, callback = 'geetest_1') => {
    const query = new URLSearchParams({ captcha_id: captchaId, callback });
    return fetch(`${standIn.url}/load?${query}`);
  };
  expect(await (await load(geetest.captchaId)).text()).toBe(
    'geetest_1({"status":"success","data":{"captcha_type":"stand-in","player":"ask"}})',
  );
  expect(await (await load('another')).text()).toContain('"status":"error"');
  expect((await load(geetest.captchaId, 'alert(1)//')).status).toBe(400);
});

async function getToken(siteKey: string): Promise<string> {
  const query = new URLSearchParams({ k: siteKey, action: 'p2pUserScore' });
  const address = `${standIn.url}/recaptcha/api2/userverify?${query}`;
  return ((await (await fetch(address, { method: 'POST' })).json()) as { token: string }).token;
}

async function verify(form: Record<string, string>): Promise<unknown> {
  const body = new URLSearchParams(form);
  const address = `${standIn.url}/recaptcha/api/siteverify`;
  return (await fetch(address, { method: 'POST', body })).json();
}

const codes = (code: string) => ({ success: false, 'error-codes': [code] });

test('verifies a token of v2 once, and of v3 with its score and action', async () => {
  const [tokenV2, tokenV3] = [
    await getToken(recaptchaV2.siteKey),
    await getToken(recaptchaV3.siteKey),
  ];
  const formV2 = { secret: recaptchaV2.secret, response: tokenV2 };
  expect(await verify(formV2)).toEqual({
    success: true,
    challenge_ts: expect.any(String),
    hostname: 'localhost',
  });
  expect(await verify(formV2)).toEqual(codes('timeout-or-duplicate'));
  standIn.behave({ score: 0.3 });
  expect(await verify({ secret: recaptchaV3.secret, response: tokenV3 })).toMatchObject({
    success: true,
    score: 0.3,
    action: 'p2pUserScore',
  });
});

test('reports the documented error codes of a verification', async () => {
  const response = await getToken(recaptchaV2.siteKey);
  const { secret } = recaptchaV2;
  expect(await verify({ response })).toEqual(codes('missing-input-secret'));
  expect(await verify({ response, secret: 'x' })).toEqual(codes('invalid-input-secret'));
  expect(await verify({ secret })).toEqual(codes('missing-input-response'));
  expect(await verify({ secret, response: 'x' })).toEqual(codes('invalid-input-response'));
  // The token belongs to another account.
  expect(await verify({ secret: recaptchaV3.secret, response })).toEqual(
    codes('invalid-input-response'),
  );
});

test('runs beside the sandbox provider, and a request changes its behaviour', async () => {
  const dataFolder = makeDataFolder();
  const sandbox = await startSandbox({ port: 0, apiKey: 'key', webhookSecret, dataFolder });
  const address = `${sandbox.url}/captcha-stand-in/behaviour`;
  const tell = (change: object) =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
  expect(await (await tell({ player: 'close', scriptFailures: 1 })).json()).toEqual({
    ...normalStandInBehaviour,
    player: 'close',
    scriptFailures: 1,
  });
  expect((await tell({ player: 'fly' })).status).toBe(400);
  expect(await (await fetch(address)).json()).toMatchObject({ player: 'close' });
  // The payments' API still requires its key.
  expect((await fetch(`${sandbox.url}/v1/behaviours`)).status).toBe(401);
  await sandbox.close();
});
