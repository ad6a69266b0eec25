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
/** The same for a deposit that is there, and was gone on with. */
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
  ['nor does one while creating', creating(), submitted(), creating(), []],
  ['nor one over a captcha', solving(), submitted(), solving(), []],
  [
    'a captcha comes first, and no popup before it',
    idle,
    submitted('later', true),
    solving({ popup: 'later' }),
    ['solveCaptcha'],
  ],
  [
    'a solved captcha goes along',
    solving({ popup: 'later' }),
    { kind: 'captchaSolved', captcha: solution },
    starting({ popup: 'later', captcha: solution }),
    ['startSession'],
  ],
  [
    'a captcha that was closed is silent',
    solving({ popup: 'later' }),
    { kind: 'failed', failure: ownNo, outcome: 'refused' },
    { ...idle, failure: { ...ownNo, isOutcomeUnknown: false } },
    ['closePopup'],
  ],
  [
    'the session leads to the deposit',
    starting(),
    { kind: 'sessionStarted', paymentSessionId: 's1' },
    creating(),
    ['createDeposit'],
  ],
  ['a redirect goes into the popup', creating(), created(), finished, [...sent, 'showPage']],
  [
    'without a popup a link is offered',
    creating({ popup: 'blocked' }),
    created(),
    offering('blocked'),
    ['reportOutcome', 'rememberDeposit'],
  ],
  [
    'after a captcha the player goes on by a fresh click',
    creating({ popup: 'later', captcha: solution }),
    created(),
    offering('later'),
    ['reportOutcome', 'rememberDeposit'],
  ],
  [
    'a form that no popup can post goes there by another page',
    creating(),
    created({ externalRedirect: posted }, redirect),
    finished,
    [...sent, 'showPage'],
  ],
  [
    'without that page nobody is told of a redirect: the player presses again',
    creating(),
    created({ externalRedirect: posted }, null),
    offering('later', posted),
    ['closePopup', 'reportOutcome', 'rememberDeposit'],
  ],
  [
    'the link leads on',
    offering('later'),
    { kind: 'linkOpened' },
    finished,
    ['reportRedirect', 'showPage'],
  ],
  [
    'without a redirect the popup has no use',
    creating(),
    created({ externalRedirect: null }),
    finished,
    ['closePopup', 'reportOutcome', 'rememberDeposit', 'showPage'],
  ],
  [
    'a link to an app does nothing in the popup: the player follows it by themselves',
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
    'the next press goes on with the deposit, in its session',
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
    'a wrong field leaves the deposit open to another try',
    creating({ continues }),
    failed('banking.paymentMethodRegex'),
    failedAgain('banking.paymentMethodRegex', { continues }),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a deposit that is over is not gone on with',
    creating({ continues }),
    failed('deposit.notOpen'),
    failedAgain('deposit.notOpen'),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'one whose provider couldn’t be asked waits as before',
    creating({ continues }),
    failed('provider.unavailable'),
    failedAgain('provider.unavailable', { continues }),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'an unknown next step is an honest error',
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
    'the server’s order for a captcha is granted; the popup would stand before it',
    creating(),
    failed('captcha_required'),
    solving({ paymentSessionId: 's1', popup: 'later', isCaptchaRetry: true }),
    ['closePopup', 'solveCaptcha'],
  ],
  [
    'a used captcha is left out of the next try',
    creating({ popup: 'later', captcha: solution }),
    failed('captcha_required'),
    solving({ paymentSessionId: 's1', popup: 'later', isCaptchaRetry: true }),
    ['closePopup', 'solveCaptcha'],
  ],
  [
    'the session is kept over it',
    solving({ paymentSessionId: 's1', popup: 'later', isCaptchaRetry: true }),
    { kind: 'captchaSolved', captcha: solution },
    creating({ popup: 'later', isCaptchaRetry: true, captcha: solution }),
    ['createDeposit'],
  ],
  [
    'it is granted once (§8)',
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
    'a session that may exist keeps it too, but no deposit may',
    starting(),
    failed('network', 'unknown'),
    failedIdle('network', { unresolved: attempt() }),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a refusal ends the attempt',
    creating({ mayExist: true }),
    failed('method.unavailable'),
    failedIdle('method.unavailable'),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'a session that is refused says nothing of an earlier deposit',
    starting({ mayExist: true }),
    failed('auth.tokenExpired'),
    failedIdle('auth.tokenExpired', { unresolved: attempt({ mayExist: true }) }, true),
    ['closePopup', 'reportOutcome'],
  ],
  [
    'one try too many leaves it as unknown as it was',
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
    'nor does a token that is refused meanwhile say anything of it',
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
    'nor a captcha that is asked for once more',
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
    'a dismissed failure keeps what is unresolved',
    failedIdle('network', { unresolved: attempt() }),
    { kind: 'failureDismissed' },
    { ...idle, unresolved: attempt() },
    [],
  ],
  ['late news changes nothing', finished, created(), finished, []],
  ['nor does a late failure', finished, failed('network', 'unknown'), finished, []],
  ['nor a late captcha', idle, { kind: 'captchaSolved', captcha: solution }, idle, []],
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

  test('shows it once the redirect is open that comes besides (§4)', () => {
    const { effects } = reduceDeposit(creating(), created({ next }));
    expect(effects[0]).toEqual({ kind: 'redirectPopup', redirect });
    expect(effects.at(-1)).toEqual(shows);
  });

  test('shows it after the link where there is no popup', () => {
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

  test('for the very same order sends the very same again: keys, session and captcha', () => {
    expect(press({})).toEqual({
      state: { kind: 'creatingDeposit', attempt: { ...unresolved, popup: 'later' } },
      effects: [{ kind: 'createDeposit', attempt: { ...unresolved, popup: 'later' } }],
    });
  });

  test.each<[string, Partial<DepositOrder>]>([
    ['a chip that the amount came from', { isFromChip: true }],
    ['the group that the method was chosen in', { group: 'cards' }],
    ['a bonus that was activated or has expired', { bonusId: 'b1', isActivatedBonus: true }],
  ])('sends the very same again but for %s', (_, over) => {
    expect(press(over)).toEqual(press({}));
  });

  test.each<[string, Partial<DepositOrder>]>([
    ['amount', { amount: '51' }],
    ['currency', { currency: 'USD' }],
    ['method', { paymentType: 'bank' }],
    ['field', { fields: { iban: 'DE1' } }],
  ])('for another %s has keys of its own', (_, over) => {
    expect(press(over, false).state).toMatchObject({ attempt: { keys: newKeys, captcha: null } });
  });

  test('for another bonus has keys of its own while only a session may exist', () => {
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

  test('for a deposit that is gone on with is no repetition of its creation', () => {
    const { state } = reduceDeposit(
      { ...idle, unresolved, continues },
      { kind: 'submitted', order, keys: newKeys, popup: 'open', needsCaptcha: false },
    );
    expect(state).toMatchObject({ attempt: { keys: newKeys, continues } });
  });
});
