import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildStage } from '../testing/build-stage.ts';
import { fakeScripts } from '../testing/fake-scripts.ts';
import type { RecaptchaApi, RecaptchaOptions } from './recaptcha-api.ts';
import { solveRecaptcha } from './solve-recaptcha.ts';

const box = { siteKey: 'site-v2', siteKeyV3: null, isInvisible: false };
const invisible = { ...box, isInvisible: true };
const score = { siteKey: null, siteKeyV3: 'site-v3', isInvisible: false };
const scriptUrl = 'https://www.google.com/recaptcha/api.js';

/** A fake of reCAPTCHA's script. */
function fakeRecaptcha() {
  const rendered: RecaptchaOptions[] = [];
  const executed: { id: number; action: string | undefined }[] = [];
  const answers: { score: () => Promise<unknown> } = { score: async () => 'score-token' };
  const api: RecaptchaApi = {
    ready: (act) => act(),
    render: (place, options) => {
      if (place.childElementCount > 0) throw new Error('already rendered');
      place.append(document.createElement('span'));
      rendered.push(options);
      return rendered.length - 1;
    },
    execute: (id, options) => {
      executed.push({ id, action: options?.action });
      return options === undefined ? undefined : answers.score();
    },
    reset: vi.fn(),
  };
  const last = () => {
    const options = rendered.at(-1);
    if (options === undefined) throw new Error('Nothing was rendered.');
    return options;
  };
  return { api, rendered, executed, answers, last };
}

let recaptcha: ReturnType<typeof fakeRecaptcha>;

beforeEach(() => {
  vi.useFakeTimers();
  recaptcha = fakeRecaptcha();
  window.grecaptcha = recaptcha.api;
});

afterEach(() => {
  window.grecaptcha = undefined;
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function begin(keys: typeof box | typeof score, over: Parameters<typeof buildStage>[0] = {}) {
  const stage = buildStage(over);
  const outcome = solveRecaptcha({ scriptUrl, ...keys }, stage).catch((error: unknown) => error);
  return { stage, outcome, settle: () => vi.advanceTimersByTimeAsync(0) };
}

test('loads the script for rendering on demand, in the player’s language', async () => {
  window.grecaptcha = undefined;
  const addresses = fakeScripts('loaded', () => {
    window.grecaptcha = recaptcha.api;
  });
  const { settle } = begin(box, { locale: 'pt' });
  await settle();
  expect(addresses).toEqual([`${scriptUrl}?render=explicit&hl=pt`]);
});

test('a script whose second part never loads times out after 30 seconds, and is loaded again', async () => {
  window.grecaptcha = { ...recaptcha.api, ready: () => {} };
  const addresses = fakeScripts('loaded', () => {
    window.grecaptcha = recaptcha.api;
  });
  const first = begin(box);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await first.outcome).toMatchObject({ kind: 'network' });
  const second = begin(box);
  await second.settle();
  recaptcha.last().callback?.('box-token');
  expect(await second.outcome).toEqual({ captchaResponse: 'box-token' });
  expect(addresses).toHaveLength(1);
});

test('a key that the script rejects is an error in the brand’s settings', async () => {
  window.grecaptcha = {
    ...recaptcha.api,
    render: () => {
      throw new Error('Invalid site key or not loaded in api.js');
    },
  };
  const outcomes = [begin(box), begin({ ...box, isInvisible: true }), begin(score)];
  for (const { outcome } of outcomes) {
    expect(await outcome).toMatchObject({
      kind: 'unknown',
      message: expect.stringContaining('Invalid site key'),
    });
  }
  expect(vi.getTimerCount()).toBe(0);
});

describe('v2 with a box', () => {
  test('is shown in its place, and returns its response', async () => {
    const onTurn = vi.fn();
    const { stage, outcome, settle } = begin(box, { isDark: true, onTurn });
    await settle();
    expect(recaptcha.last()).toMatchObject({ sitekey: 'site-v2', theme: 'dark' });
    expect(stage.place.childElementCount).toBe(1);
    expect(onTurn).toHaveBeenCalledOnce();
    recaptcha.last().callback?.('box-token');
    expect(await outcome).toEqual({ captchaResponse: 'box-token' });
    expect(stage.place.childElementCount).toBe(0);
  });

  test('can be closed by the button beside it', async () => {
    const onTurn = vi.fn<(cancel: () => void) => void>();
    const { outcome, settle } = begin(box, { onTurn });
    await settle();
    onTurn.mock.lastCall?.[0]();
    expect(await outcome).toMatchObject({ kind: 'closed' });
  });

  test('fits a small phone', async () => {
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(320);
    const { settle } = begin(box);
    await settle();
    expect(recaptcha.last().size).toBe('compact');
  });

  test('rejects where its response expires or is empty', async () => {
    const expired = begin(box);
    await expired.settle();
    recaptcha.last()['expired-callback']?.();
    expect(await expired.outcome).toMatchObject({ kind: 'expired' });
    const empty = begin(box);
    await empty.settle();
    recaptcha.last().callback?.('');
    expect(await empty.outcome).toMatchObject({ message: 'Captcha data empty' });
  });

  test('is rendered again after a lost connection, four times', async () => {
    const { outcome, settle } = begin(box);
    await settle();
    for (const pauseMs of [500, 1000, 1500, 2000]) {
      recaptcha.last()['error-callback']?.();
      await vi.advanceTimersByTimeAsync(pauseMs);
    }
    expect(recaptcha.rendered).toHaveLength(5);
    recaptcha.last()['error-callback']?.();
    expect(await outcome).toMatchObject({ kind: 'network' });
  });
});

describe('v2 invisible', () => {
  /** Lays a challenge over the page as reCAPTCHA does. */
  function openChallenge() {
    const holder = document.createElement('div');
    const frame = document.createElement('iframe');
    frame.setAttribute('src', 'https://www.google.com/recaptcha/api2/bframe?k=site-v2');
    // The frame is found by its address; nothing must be loaded from there.
    frame.setAttribute('srcdoc', '');
    holder.append(document.createElement('div'));
    holder.firstElementChild?.append(frame);
    holder.style.visibility = 'visible';
    document.body.append(holder);
    return holder;
  }

  test('shows nothing to most players', async () => {
    const { outcome, settle } = begin(invisible);
    await settle();
    expect(recaptcha.last()).toMatchObject({ size: 'invisible', badge: 'inline' });
    expect(recaptcha.executed).toEqual([{ id: 0, action: undefined }]);
    recaptcha.last().callback?.('quiet-token');
    expect(await outcome).toEqual({ captchaResponse: 'quiet-token' });
  });

  test('rejects as closed once the player closes its challenge', async () => {
    const { outcome, settle } = begin(invisible);
    await settle();
    const holder = openChallenge();
    await settle();
    holder.style.visibility = 'hidden';
    expect(await outcome).toMatchObject({ kind: 'closed' });
    expect(recaptcha.api.reset).toHaveBeenCalled();
  });

  test('doesn’t take a solved challenge for a closed one', async () => {
    const { outcome, settle } = begin(invisible);
    await settle();
    const holder = openChallenge();
    await settle();
    recaptcha.last().callback?.('solved-token');
    holder.style.visibility = 'hidden';
    expect(await outcome).toEqual({ captchaResponse: 'solved-token' });
  });
});

describe('v3', () => {
  test('uses the action that the server verifies', async () => {
    const { outcome } = begin(score);
    expect(await outcome).toEqual({ captchaResponseV3: 'score-token' });
    expect(recaptcha.executed).toEqual([{ id: 0, action: 'p2pUserScore' }]);
  });

  test('rejects without a response in 30 seconds, with an empty one or an error', async () => {
    recaptcha.answers.score = () => new Promise(() => {});
    const { outcome: silent, settle } = begin(score);
    await settle();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await silent).toMatchObject({ kind: 'network' });

    recaptcha.answers.score = async () => '';
    expect(await begin(score).outcome).toMatchObject({ message: 'Captcha data empty' });

    recaptcha.answers.score = () => Promise.reject(null);
    const { outcome: refused } = begin(score);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await refused).toMatchObject({ kind: 'network' });
  });
});

test('both kinds: v3 runs last, as its score soon expires', async () => {
  const { outcome, settle } = begin({ ...box, siteKeyV3: 'site-v3' } as unknown as typeof box);
  await settle();
  expect(recaptcha.executed).toEqual([]);
  recaptcha.last().callback?.('box-token');
  expect(await outcome).toEqual({
    captchaResponse: 'box-token',
    captchaResponseV3: 'score-token',
  });
});

test('missing keys are an error', async () => {
  const { outcome } = begin({ ...score, siteKeyV3: '' });
  expect(await outcome).toMatchObject({ kind: 'unknown', message: 'Captcha id is empty' });
});

test('leaving the screen removes it', async () => {
  const leaving = new AbortController();
  const { stage, outcome, settle } = begin(box, { signal: leaving.signal });
  await settle();
  leaving.abort('left');
  expect(await outcome).toBe('left');
  expect(stage.place.childElementCount).toBe(0);
});
