import type {
  CaptchaSolution,
  DecodedDeposit,
  ExternalRedirect,
  NextStep,
  UnifiedForm,
} from '@kassa/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { methodKinds } from '../../app/method-kinds.ts';
import { type Failure, toFailure } from '../../features/failure/failure.ts';
import type { RouteName } from '../../routing/route-names.ts';
import { TransportError } from '../../transport/transport-error.ts';
import {
  type DepositEvent,
  type DepositState,
  type FailedOutcome,
  reduceDeposit,
  startDepositState,
} from './deposit.machine.ts';
import type { Attempt, Continuation, DepositOrder, PopupChoice } from './deposit-attempt.ts';
import { provideMethodKinds } from './method-kinds.ts';

beforeAll(() => provideMethodKinds(methodKinds));

const order: DepositOrder = {
  paymentType: 'card',
  amount: '50',
  currency: 'EUR',
  isFromChip: false,
  fields: {},
  isActivatedBonus: false,
};
const keys = { session: 'session-key', deposit: 'deposit-key' };
const redirect: ExternalRedirect = { method: 'GET', url: 'https://provider.example/pay' };
const posted: ExternalRedirect = {
  method: 'POST',
  url: 'https://provider.example/pay',
  fields: {},
};
const solution: CaptchaSolution = { altcha: 'solved' };
const continues: Continuation = {
  depositId: 'd1',
  paymentSessionId: 's1',
  amount: '50',
  fields: [{ type: 'text', name: 'otp' }],
};

const failureOf = (code: string): Failure =>
  toFailure(new TransportError({ kind: 'refused', code, message: '' }));
const shown = (code: string, isOutcomeUnknown: boolean) => ({
  ...failureOf(code),
  isOutcomeUnknown,
});
const ownNo: Failure = { ...failureOf('closed'), kind: 'captcha' };

const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  order,
  keys,
  popup: 'open',
  captcha: null,
  isCaptchaRetry: false,
  paymentSessionId: null,
  continues: null,
  mayExist: false,
  ...over,
});
const idle = startDepositState();
const solving = (over?: Partial<Attempt>): DepositState => ({
  kind: 'solvingCaptcha',
  attempt: attempt(over),
});
const starting = (over?: Partial<Attempt>): DepositState => ({
  kind: 'startingSession',
  attempt: attempt(over),
});
const creating = (over?: Partial<Attempt>): DepositState => ({
  kind: 'creatingDeposit',
  attempt: attempt({ paymentSessionId: 's1', ...over }),
});
const failedIdle = (
  code: string,
  over: Partial<Extract<DepositState, { kind: 'idle' }>> = {},
  isOutcomeUnknown = false,
): DepositState => ({ ...idle, failure: shown(code, isOutcomeUnknown), ...over });
/** The same for an existing deposit that was continued. */
const failedAgain = (code: string, over?: { continues: Continuation }): DepositState => ({
  ...idle,
  failure: { ...shown(code, false), isCreated: true },
  ...over,
});
const offering = (why: 'blocked' | 'later', to: ExternalRedirect = redirect): DepositState => ({
  kind: 'offeringLink',
  depositId: 'd1',
  redirect: to,
  why,
  to: 'Complete deposit',
});
const finished: DepositState = { kind: 'finished', depositId: 'd1' };

const submitted = (popup: PopupChoice = 'open', needsCaptcha = false): DepositEvent => ({
  kind: 'submitted',
  order,
  keys,
  popup,
  needsCaptcha,
});
const created = (
  over: Partial<DecodedDeposit> = {},
  detour?: ExternalRedirect | null,
): DepositEvent => ({
  kind: 'depositCreated',
  ...(detour !== undefined && { detour }),
  deposit: {
    depositId: 'd1',
    reference: 'KS-1',
    externalRedirect: redirect,
    next: { kind: 'complete' },
    unread: [],
    ...over,
  },
});
const failed = (code: string, outcome: FailedOutcome = 'refused'): DepositEvent => ({
  kind: 'failed',
  failure: failureOf(code),
  outcome,
});
const sent = ['redirectPopup', 'reportRedirect', 'reportOutcome', 'rememberDeposit'];

const rows: [string, DepositState, DepositEvent, DepositState, string[]][] = [
  ['a press starts a session', idle, submitted(), starting(), ['startSession']],
  ['a second press changes nothing', starting(), submitted(), starting(), []],
  ['a press during the creation changes nothing', creating(), submitted(), creating(), []],
  ['a press during a captcha changes nothing', solving(), submitted(), solving(), []],
  [
    'a captcha comes first, without a popup',
    idle,
    submitted('later', true),
    solving({ popup: 'later' }),
    ['solveCaptcha'],
  ],
  [
    'a solved captcha is sent',
    solving({ popup: 'later' }),
    { kind: 'captchaSolved', captcha: solution },
    starting({ popup: 'later', captcha: solution }),
    ['startSession'],
  ],
  [
    'a closed captcha is no failure',
    solving({ popup: 'later' }),
    { kind: 'failed', failure: ownNo, outcome: 'refused' },
    { ...idle, failure: { ...ownNo, isOutcomeUnknown: false } },
    ['closePopup'],
  ],
  [
    'a started session is followed by the deposit',
    starting(),
    { kind: 'sessionStarted', paymentSessionId: 's1' },
    creating(),
    ['createDeposit'],
  ],
  ['a redirect opens in the popup', creating(), created(), finished, [...sent, 'showPage']],
  [
    'without a popup a link is offered',
    creating({ popup: 'blocked' }),
    created(),
    offering('blocked'),
    ['reportOutcome', 'rememberDeposit'],
  ],
  [
    'after a captcha the player goes on by another click',
    creating({ popup: 'later', captcha: solution }),
    created(),
    offering('later'),
    ['reportOutcome', 'rememberDeposit'],
  ],
  [
    'a form that the popup can’t post goes through another page',
    creating(),
    created({ externalRedirect: posted }, redirect),
    finished,
    [...sent, 'showPage'],
  ],
  [
    'without that page no redirect is reported: the player presses again',
    creating(),
    created({ externalRedirect: posted }, null),
    offering('later', posted),
    ['closePopup', 'reportOutcome', 'rememberDeposit'],
  ],
  [
    'the link leads to the next page',
    offering('later'),
    { kind: 'linkOpened' },
    finished,
    ['reportRedirect', 'showPage'],
  ],
  [
    'without a redirect the popup closes',
    creating(),
    created({ externalRedirect: null }),
    finished,
    ['closePopup', 'reportOutcome', 'rememberDeposit', 'showPage'],
  ],
  [
    'a link to an app isn’t opened in the popup: the player follows it',
    creating(),
    created({ externalRedirect: { method: 'GET', url: 'tg://resolve?domain=agent' } }),
    {
      kind: 'offeringLink',
      depositId: 'd1',
      redirect: { method: 'GET', url: 'tg://resolve?domain=agent' },
      why: 'later',
      to: 'Complete deposit',
    },
    ['closePopup', 'reportOutcome', 'rememberDeposit'],
  ],
  [
    'more fields keep the form, and close the popup',
    creating(),
    created({
      externalRedirect: null,
      next: { kind: 'fields', fields: [{ type: 'text', name: 'otp' }] },
    }),
    { ...idle, continues },
    ['closePopup'],
  ],
  [
    'the next press continues the deposit, in its session',
    { ...idle, continues },
    submitted(),
    creating({ continues }),
    ['createDeposit'],
  ],
  [
    'a deposit of another tab has no session',
    { ...idle, continues: { ...continues, paymentSessionId: null } },
    submitted(),
    creating({
      continues: { ...continues, paymentSessionId: null },
      paymentSessionId: null,
    }),
    ['createDeposit'],
  ],
  [
    'an invalid field leaves the deposit open for another attempt',
    creating({ continues }),
    failed('banking.paymentMethodRegex'),
    failedAgain('banking.paymentMethodRegex', { continues }),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a deposit that is over isn’t continued',
    creating({ continues }),
    failed('deposit.notOpen'),
    failedAgain('deposit.notOpen'),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a deposit whose provider was unreachable stays open',
    creating({ continues }),
    failed('provider.unavailable'),
    failedAgain('provider.unavailable', { continues }),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'an unknown next step is a failure that says so',
    creating(),
    created({ externalRedirect: null, next: { kind: 'unsupported', what: 'pix' } }),
    {
      ...idle,
      failure: {
        kind: 'unsupported',
        code: '',
        message: 'pix',
        params: {},
        status: 0,
        reference: 'KS-1',
      },
    },
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a captcha that the server requires is solved; the popup, which would cover it, closes',
    creating(),
    failed('captcha_required'),
    solving({ paymentSessionId: 's1', popup: 'later', isCaptchaRetry: true }),
    ['closePopup', 'solveCaptcha'],
  ],
  [
    'a used captcha is left out of the next attempt',
    creating({ popup: 'later', captcha: solution }),
    failed('captcha_required'),
    solving({ paymentSessionId: 's1', popup: 'later', isCaptchaRetry: true }),
    ['closePopup', 'solveCaptcha'],
  ],
  [
    'the session is kept for the next attempt',
    solving({ paymentSessionId: 's1', popup: 'later', isCaptchaRetry: true }),
    { kind: 'captchaSolved', captcha: solution },
    creating({ popup: 'later', isCaptchaRetry: true, captcha: solution }),
    ['createDeposit'],
  ],
  [
    'a required captcha is solved once (§8)',
    creating({ popup: 'later', isCaptchaRetry: true, captcha: solution }),
    failed('captcha_required', 'repeatable'),
    failedIdle('captcha_required', {
      unresolved: attempt({ paymentSessionId: 's1', popup: 'later', isCaptchaRetry: true }),
    }),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'an unknown outcome keeps the attempt',
    creating(),
    failed('network', 'unknown'),
    failedIdle(
      'network',
      { unresolved: attempt({ paymentSessionId: 's1', mayExist: true }) },
      true,
    ),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a session that may exist keeps the attempt, but no deposit may exist',
    starting(),
    failed('network', 'unknown'),
    failedIdle('network', { unresolved: attempt() }),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a rejection ends the attempt',
    creating({ mayExist: true }),
    failed('method.unavailable'),
    failedIdle('method.unavailable'),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a rejected session leaves an earlier deposit’s outcome unknown',
    starting({ mayExist: true }),
    failed('auth.tokenExpired'),
    failedIdle('auth.tokenExpired', { unresolved: attempt({ mayExist: true }) }, true),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a rate limit leaves the outcome unknown',
    creating({ mayExist: true }),
    failed('rate.limited', 'repeatable'),
    failedIdle(
      'rate.limited',
      { unresolved: attempt({ paymentSessionId: 's1', mayExist: true }) },
      true,
    ),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a rejected token leaves the outcome unknown',
    creating({ mayExist: true }),
    failed('auth.tokenExpired', 'repeatable'),
    failedIdle(
      'auth.tokenExpired',
      { unresolved: attempt({ paymentSessionId: 's1', mayExist: true }) },
      true,
    ),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'another required captcha leaves the outcome unknown',
    creating({ isCaptchaRetry: true, captcha: solution, mayExist: true }),
    failed('captcha_required', 'repeatable'),
    failedIdle(
      'captcha_required',
      { unresolved: attempt({ paymentSessionId: 's1', isCaptchaRetry: true, mayExist: true }) },
      true,
    ),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a dismissed failure keeps the unresolved attempt',
    failedIdle('network', { unresolved: attempt() }),
    { kind: 'failureDismissed' },
    { ...idle, unresolved: attempt() },
    [],
  ],
  ['a late result changes nothing', finished, created(), finished, []],
  ['a late failure changes nothing', finished, failed('network', 'unknown'), finished, []],
  ['a late captcha changes nothing', idle, { kind: 'captchaSolved', captcha: solution }, idle, []],
];

test.each(rows)('%s', (_, before, event, after, effects) => {
  const transition = reduceDeposit(before, event);
  expect(transition.state).toEqual(after);
  expect(transition.effects.map(({ kind }) => kind)).toEqual(effects);
});

const code = { text: '000201', picture: null, payLink: null };
const form: UnifiedForm = {
  code: null,
  instruction: null,
  requisites: [],
  amount: { amount: '50', currency: 'EUR' },
  inputFields: [],
  buttons: ['complete'],
  expiresAtMs: null,
};

describe.each<[string, NextStep, RouteName]>([
  ['its end', { kind: 'complete' }, 'Complete deposit'],
  ['a code of Pix', { kind: 'code', page: 'pix', code, expiresAtMs: null }, 'Redirect deposit Pix'],
  [
    'a code of eazype',
    { kind: 'code', page: 'eazype', code, expiresAtMs: null },
    'Redirect deposit Eazype',
  ],
  ['a unified form', { kind: 'unifiedForm', form }, 'Redirect deposit unified form'],
])('a deposit that goes on with %s', (_, next, to) => {
  const shows = { kind: 'showPage', depositId: 'd1', to };

  test('shows its page', () => {
    const { effects } = reduceDeposit(creating(), created({ externalRedirect: null, next }));
    expect(effects.at(-1)).toEqual(shows);
  });

  test('shows its page after an additional redirect was opened (§4)', () => {
    const { effects } = reduceDeposit(creating(), created({ next }));
    expect(effects[0]).toEqual({ kind: 'redirectPopup', redirect });
    expect(effects.at(-1)).toEqual(shows);
  });

  test('shows its page after the link where there is no popup', () => {
    const offered = reduceDeposit(creating({ popup: 'later' }), created({ next })).state;
    expect(offered).toMatchObject({ kind: 'offeringLink', redirect, to });
    const { effects } = reduceDeposit(offered, { kind: 'linkOpened' });
    expect(effects).toEqual([{ kind: 'reportRedirect', depositId: 'd1' }, shows]);
  });
});

describe('another press after an unknown outcome', () => {
  const unresolved = attempt({ paymentSessionId: 's1', captcha: solution, mayExist: true });
  const newKeys = { session: 'new-session-key', deposit: 'new-deposit-key' };
  const press = (over: Partial<DepositOrder>, needsCaptcha = true) =>
    reduceDeposit(
      { ...idle, unresolved },
      {
        kind: 'submitted',
        order: { ...order, ...over },
        keys: newKeys,
        popup: 'later',
        needsCaptcha,
      },
    );

  test('for the same order sends the same request again: keys, session and captcha', () => {
    expect(press({})).toEqual({
      state: { kind: 'creatingDeposit', attempt: { ...unresolved, popup: 'later' } },
      effects: [{ kind: 'createDeposit', attempt: { ...unresolved, popup: 'later' } }],
    });
  });

  test.each<[string, Partial<DepositOrder>]>([
    ['a chip as the amount’s origin', { isFromChip: true }],
    ['the group that the method was chosen in', { group: 'cards' }],
    ['a bonus that was activated or has expired', { bonusId: 'b1', isActivatedBonus: true }],
  ])('ignores %s', (_, over) => {
    expect(press(over)).toEqual(press({}));
  });

  test.each<[string, Partial<DepositOrder>]>([
    ['amount', { amount: '51' }],
    ['currency', { currency: 'USD' }],
    ['method', { paymentType: 'bank' }],
    ['field', { fields: { iban: 'DE1' } }],
  ])('for another %s has new keys', (_, over) => {
    expect(press(over, false).state).toMatchObject({ attempt: { keys: newKeys, captcha: null } });
  });

  test('for another bonus has new keys while only a session may exist', () => {
    const { state } = reduceDeposit(
      { ...idle, unresolved: attempt() },
      {
        kind: 'submitted',
        order: { ...order, bonusId: 'b1', isActivatedBonus: true },
        keys: newKeys,
        popup: 'open',
        needsCaptcha: false,
      },
    );
    expect(state).toMatchObject({ attempt: { keys: newKeys, order: { bonusId: 'b1' } } });
  });

  test('for a continued deposit doesn’t repeat its creation', () => {
    const { state } = reduceDeposit(
      { ...idle, unresolved, continues },
      { kind: 'submitted', order, keys: newKeys, popup: 'open', needsCaptcha: false },
    );
    expect(state).toMatchObject({ attempt: { keys: newKeys, continues } });
  });
});

describe('a creation that the player cancels', () => {
  test.each([
    ['its session starts', starting()],
    ['it is sent', creating()],
    ['it is sent again', creating({ mayExist: true })],
    ['an existing deposit continues', creating({ continues })],
  ])('while %s leaves a free form, and the next press is a new attempt', (_, state) => {
    const canceled = reduceDeposit(state, { kind: 'canceled' });
    expect(canceled).toEqual({ state: startDepositState(), effects: [{ kind: 'closePopup' }] });
  });

  test.each([
    ['a form', idle],
    ['a captcha, which has its own way out', solving()],
    ['a finished deposit', { kind: 'finished', depositId: 'd1' } as const],
  ])('is none for %s', (_, state) => {
    expect(reduceDeposit(state, { kind: 'canceled' })).toEqual({ state, effects: [] });
  });
});
