import type { CaptchaChallenge, CaptchaSolution } from '@kassa/contract';
import { buildHostData, createFakeBridge, createFakeTransport } from '@kassa/test-kit';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { type Session, SessionContext } from '../../session/session.ts';
import { messagesOf } from '../../testing/stage.tsx';
import { TransportError } from '../../transport/transport-error.ts';
import { CaptchaError } from './captcha-error.ts';
import type { CaptchaStage } from './captcha-stage.ts';
import * as geetestKind from './geetest/solve-geetest.ts';
import * as recaptchaKind from './recaptcha/solve-recaptcha.ts';
import { type Captcha, useCaptcha } from './use-captcha.tsx';

const kinds = { solve: vi.fn() };

const geetest: CaptchaChallenge = {
  kind: 'geetest',
  captchaId: 'server',
  scriptUrl: 'https://g/x.js',
};
const box: CaptchaChallenge = {
  kind: 'recaptcha',
  scriptUrl: 'https://r/x.js',
  siteKey: 'site',
  siteKeyV3: null,
  isInvisible: false,
};

/** A form with a button, and the outcome of its press. */
function setUp(answer: CaptchaChallenge | Error, { isRetryOffered = false } = {}) {
  const bridge = createFakeBridge(buildHostData());
  const transport = createFakeTransport({ 'captcha-challenge': answer });
  const locale = resolvePlayerLocale('en');
  const hostData = buildHostData({
    schema: {
      meta: {
        geetestCaptchaId: 'host',
        isCryptoBonusAvailable: false,
        showCryptoInstruction: false,
      },
    },
  });
  const session: Session = {
    ...{ product: 'kassa', isVpnHintShown: false, hostData, playerKey: null },
    ...{ bridge, transport, locale },
    describeEvent: (event_category) => ({ event_category }),
  };
  const left = new AbortController();
  const retried = vi.fn();
  const current: { captcha: Captcha | null } = { captcha: null };

  function Form() {
    const captcha = useCaptcha(isRetryOffered ? { onRetry: retried } : undefined);
    current.captcha = captcha;
    return <form>{captcha.element}</form>;
  }
  render(
    <TextProvider locale={locale} messages={messagesOf('en')} onError={() => {}}>
      <SessionContext value={session}>
        <Form />
      </SessionContext>
    </TextProvider>,
  );
  /** Starts a run. Two acts at once would leave React in one of them, so each start is awaited. */
  const start = async (signal = left.signal) => {
    let outcome: Promise<unknown> = Promise.resolve();
    await act(async () => {
      outcome = current.captcha?.solve(signal).catch((error: unknown) => error) ?? outcome;
    });
    return { outcome };
  };
  const solve = async (signal?: AbortSignal) => (await start(signal)).outcome;
  const reports = () => bridge.sent.filter(({ messageType }) => messageType === 'Metric');
  return { start, solve, transport, reports, retried, left };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(geetestKind, 'solveGeetest').mockImplementation(kinds.solve);
  vi.spyOn(recaptchaKind, 'solveRecaptcha').mockImplementation(kinds.solve);
});

afterEach(() => {
  kinds.solve.mockReset();
  vi.restoreAllMocks();
});

/** Holds a captcha until the test settles it. */
function hold() {
  const held = Promise.withResolvers<CaptchaSolution>();
  kinds.solve.mockReturnValueOnce(held.promise);
  return {
    end: (settle: () => void) => act(async () => settle()),
    solve: () => held.resolve({ altcha: 'solved' }),
    fail: (error: unknown) => held.reject(error),
  };
}

test('shows nothing before its start, then that it runs, then that it is done', async () => {
  const { start } = setUp(geetest);
  expect(screen.getByRole('status').textContent).toBe('');
  const held = hold();
  const { outcome } = await start();
  expect(screen.getByText('Checking that you are not a robot…')).toBeTruthy();
  await held.end(held.solve);
  expect(await outcome).toEqual({ altcha: 'solved' });
  expect(screen.getByRole('status').textContent).toBe('The check is done.');
});

test.each(['server', ''])(
  'the host’s captcha id has no effect beside the server’s %j',
  async (id) => {
    kinds.solve.mockResolvedValue({});
    await setUp({ ...geetest, captchaId: id }).solve();
    expect(kinds.solve.mock.lastCall?.[0]).toMatchObject({ captchaId: id });
  },
);

test('a player whom the operator exempts gets no captcha', async () => {
  const { solve } = setUp({ kind: 'bypass' });
  expect(await solve()).toEqual({ captchaBypass: true });
  expect(kinds.solve).not.toHaveBeenCalled();
});

test('each attempt asks the server again', async () => {
  kinds.solve.mockResolvedValue({});
  const { solve, transport } = setUp(geetest);
  await solve();
  await solve();
  expect(transport.calls.map(({ name }) => name)).toEqual([
    'captcha-challenge',
    'captcha-challenge',
  ]);
});

test('a box to tick can be cancelled', async () => {
  const { start } = setUp(box);
  const cancel = vi.fn();
  kinds.solve.mockImplementation((_, stage: CaptchaStage) => {
    stage.onTurn(cancel);
    return new Promise(() => {});
  });
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(cancel).toHaveBeenCalledOnce();
});

test.each([
  ['scriptFailed', 'couldn’t be loaded'],
  ['network', 'couldn’t be reached'],
  ['expired', 'run out of time'],
  ['unknown', 'failed'],
] as const)('a failure (%s) shows a text and a retry, and is reported', async (kind, words) => {
  kinds.solve.mockRejectedValue(new CaptchaError(kind, 'Captcha data empty'));
  const { solve, reports, retried } = setUp(geetest, { isRetryOffered: true });
  expect(await solve()).toMatchObject({ kind });
  expect(screen.getByRole('status').textContent).toContain(words);
  expect(reports()).toEqual([
    { messageType: 'Metric', payload: { name: 'Captcha.ERROR', value: 'Captcha data empty' } },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retried).toHaveBeenCalledOnce();
});

test('a captcha that the player closes isn’t reported as a failure', async () => {
  kinds.solve.mockRejectedValue(new CaptchaError('closed', 'closed'));
  const { solve, reports } = setUp(geetest, { isRetryOffered: true });
  expect(await solve()).toMatchObject({ kind: 'closed' });
  expect(screen.getByRole('status').textContent).toContain('You closed');
  expect(reports()).toEqual([]);
});

test('shows nothing where the form shows the failure', async () => {
  kinds.solve.mockRejectedValue(new CaptchaError('network', 'no network'));
  const { solve } = setUp(geetest);
  await solve();
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a failed request to the server is left to the caller', async () => {
  const error = new TransportError({ kind: 'network', code: 'network', message: 'lost' });
  const { solve, reports } = setUp(error, { isRetryOffered: true });
  expect(await solve()).toBe(error);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(reports()).toEqual([]);
});

test('an abandoned run doesn’t overwrite the next one’s status', async () => {
  const { start } = setUp(geetest, { isRetryOffered: true });
  const [first, second] = [hold(), hold()];
  const left = new AbortController();
  const leftRun = await start(left.signal);
  const run = await start();
  left.abort('left');
  await first.end(() => first.fail('left'));
  expect(await leftRun.outcome).toBe('left');
  expect(screen.getByText('Checking that you are not a robot…')).toBeTruthy();
  await second.end(second.solve);
  expect(await run.outcome).toEqual({ altcha: 'solved' });
});
