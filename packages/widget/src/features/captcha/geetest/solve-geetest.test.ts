import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildStage } from '../testing/build-stage.ts';
import { fakeScripts } from '../testing/fake-scripts.ts';
import type { GeetestApi } from './geetest-api.ts';
import { solveGeetest } from './solve-geetest.ts';

const challenge = { captchaId: 'the-id', scriptUrl: 'https://static.geetest.com/v4/gt4.js' };

const validate = {
  captcha_id: 'the-id',
  lot_number: 'lot',
  captcha_output: 'output',
  pass_token: 'pass',
  gen_time: '1793000000',
};

type Event = 'ready' | 'success' | 'error' | 'close';

/** A fake of Geetest's script. The test decides the outcome of each captcha that it creates. */
function fakeGeetest() {
  const made: {
    options: Parameters<GeetestApi>[0];
    say: (event: Event, word?: unknown) => void;
    showCaptcha: () => void;
    destroy: () => void;
    validate: unknown;
  }[] = [];
  const api: GeetestApi = (options, onMade) => {
    const listeners = new Map<Event, (word: unknown) => void>();
    const captcha = {
      options,
      say: (event: Event, word?: unknown) => listeners.get(event)?.(word),
      showCaptcha: vi.fn(),
      destroy: vi.fn(),
      validate: false as unknown,
    };
    made.push(captcha);
    onMade({
      onReady: (listener) => listeners.set('ready', listener),
      onSuccess: (listener) => listeners.set('success', listener),
      onError: (listener) => listeners.set('error', listener),
      onClose: (listener) => listeners.set('close', listener),
      showCaptcha: captcha.showCaptcha,
      getValidate: () => captcha.validate,
      destroy: captcha.destroy,
    });
  };
  const last = () => {
    const captcha = made.at(-1);
    if (captcha === undefined) throw new Error('No captcha was made.');
    return captcha;
  };
  return { api, made, last };
}

let geetest: ReturnType<typeof fakeGeetest>;

beforeEach(() => {
  vi.useFakeTimers();
  geetest = fakeGeetest();
  window.initGeetest4 = geetest.api;
});

afterEach(() => {
  window.initGeetest4 = undefined;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Starts the captcha and returns its outcome as a pending promise. */
async function begin(over: Parameters<typeof buildStage>[0] = {}) {
  const outcome = solveGeetest(challenge, buildStage(over)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  return outcome;
}

async function beginAndShow() {
  const running = { outcome: begin() };
  await vi.advanceTimersByTimeAsync(0);
  geetest.last().say('ready');
  return running;
}

test('shows the captcha once it is ready, and returns its solution', async () => {
  const { outcome } = await beginAndShow();
  const captcha = geetest.last();
  expect(captcha.showCaptcha).toHaveBeenCalledOnce();
  captcha.validate = validate;
  captcha.say('success');
  expect(await outcome).toEqual({
    geetestLotNumber: 'lot',
    geetestCaptchaOutput: 'output',
    geetestPassToken: 'pass',
    geetestGenTime: '1793000000',
  });
  expect(captcha.destroy).toHaveBeenCalledOnce();
});

test.each([
  ['ar', 'ara'],
  ['es-MX', 'spa'],
  ['hi-Latn-IN', 'eng'],
])('passes the id and the language: %s is %s', async (locale, language) => {
  begin({ locale });
  await vi.advanceTimersByTimeAsync(0);
  expect(geetest.last().options).toMatchObject({
    captchaId: 'the-id',
    product: 'bind',
    timeout: 30_000,
    language,
  });
});

test('an empty id is an error, and no script is loaded', async () => {
  const addresses = fakeScripts('loaded');
  window.initGeetest4 = undefined;
  await expect(solveGeetest({ ...challenge, captchaId: '' }, buildStage())).rejects.toMatchObject({
    kind: 'unknown',
    message: 'Captcha id is empty',
  });
  expect(addresses).toEqual([]);
});

test.each([
  ['false', false],
  ['half a solution', { ...validate, pass_token: '' }],
])('a result of %s is no solution', async (_, given) => {
  const { outcome } = await beginAndShow();
  geetest.last().validate = given;
  geetest.last().say('success');
  expect(await outcome).toMatchObject({ kind: 'unknown', message: 'Captcha data empty' });
});

describe('a captcha that isn’t solved', () => {
  test.each([
    ['the player closes it', 'close', undefined, 'closed'],
    ['its token has expired', 'error', { code: '60101', msg: 'pass_token expire' }, 'expired'],
    ['it rejects the id', 'error', { code: '60001', msg: 'Invalid captcha_id' }, 'unknown'],
    ['its error is malformed', 'error', undefined, 'unknown'],
  ] as const)('%s: there is no retry', async (_, event, word, kind) => {
    const { outcome } = await beginAndShow();
    geetest.last().say(event, word);
    expect(await outcome).toMatchObject({ name: 'CaptchaError', kind });
    expect(geetest.made).toHaveLength(1);
  });

  test.each(['60100', '60101', '60202', '60205'])(
    'a request of Geetest failed (%s): the captcha is created again, four times with growing pauses',
    async (code) => {
      const { outcome } = await beginAndShow();
      for (const pauseMs of [500, 1000, 1500, 2000]) {
        const before = geetest.made.length;
        geetest.last().say('error', { code, msg: 'request error' });
        await vi.advanceTimersByTimeAsync(pauseMs - 1);
        expect(geetest.made).toHaveLength(before);
        await vi.advanceTimersByTimeAsync(1);
        expect(geetest.made).toHaveLength(before + 1);
      }
      geetest.last().say('error', { code, msg: 'request error' });
      expect(await outcome).toMatchObject({ kind: 'network' });
    },
  );

  test('the captcha never gets ready: it times out after 30 seconds', async () => {
    const outcome = begin();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toMatchObject({ kind: 'network' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the player has no time limit', async () => {
    const { outcome } = await beginAndShow();
    await vi.advanceTimersByTimeAsync(300_000);
    geetest.last().validate = validate;
    geetest.last().say('success');
    expect(await outcome).toMatchObject({ geetestLotNumber: 'lot' });
  });

  test('the player leaves: the captcha is removed', async () => {
    const leaving = new AbortController();
    const outcome = begin({ signal: leaving.signal });
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort('left');
    expect(await outcome).toBe('left');
    expect(geetest.last().destroy).toHaveBeenCalledOnce();
  });
});

test('a script that fails is loaded again, from the address that the server sent', async () => {
  window.initGeetest4 = undefined;
  const addresses = fakeScripts(['failed', 'failed', 'loaded'], () => {
    window.initGeetest4 = geetest.api;
  });
  const outcome = begin();
  await vi.advanceTimersByTimeAsync(1500);
  geetest.last().validate = validate;
  geetest.last().say('success');
  expect(await outcome).toMatchObject({ geetestPassToken: 'pass' });
  expect(addresses).toEqual([challenge.scriptUrl, challenge.scriptUrl, challenge.scriptUrl]);
});

test('a script that never loads is given up after five attempts', async () => {
  window.initGeetest4 = undefined;
  const addresses = fakeScripts('failed');
  const outcome = begin();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await outcome).toMatchObject({ kind: 'scriptFailed' });
  expect(addresses).toHaveLength(5);
});
