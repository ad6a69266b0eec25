import type { DecodedDeposit, ExternalRedirect } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../features/failure/failure.ts';
import {
  type DepositEvent,
  type DepositState,
  type Intent,
  initialDepositState,
  reduceDeposit,
  resolveIntent,
} from './deposit.machine.ts';

const intent: Intent = {
  paymentType: 'card',
  amount: '50',
  currency: 'EUR',
  isFromChip: false,
  sessionKey: 'session-key',
  depositKey: 'deposit-key',
};
const redirect: ExternalRedirect = { method: 'GET', url: 'https://provider.example/pay' };
const failure: Failure = {
  kind: 'network',
  code: 'network',
  message: '',
  params: {},
  reference: undefined,
};

const idle = initialDepositState;
const starting: DepositState = { kind: 'startingSession', intent, hasPopup: true };
const creating: DepositState = { kind: 'creatingDeposit', intent, hasPopup: true };
const creatingBlocked: DepositState = { ...creating, hasPopup: false };
const offering: DepositState = { kind: 'offeringLink', depositId: 'd1', redirect };
const finished: DepositState = { kind: 'finished', depositId: 'd1' };

const submitted: DepositEvent = { kind: 'submitted', intent, hasPopup: true };
const created = (over: Partial<DecodedDeposit> = {}): DepositEvent => ({
  kind: 'depositCreated',
  deposit: {
    depositId: 'd1',
    reference: 'KS-1',
    externalRedirect: redirect,
    next: { kind: 'complete' },
    ...over,
  },
});
const failed = (isOutcomeUnknown: boolean): DepositEvent => ({
  kind: 'failed',
  failure,
  isOutcomeUnknown,
});

const rows: [string, DepositState, DepositEvent, DepositState, string[]][] = [
  ['a press starts a session', idle, submitted, starting, ['startSession']],
  ['a second press changes nothing', starting, submitted, starting, []],
  ['nor does one while creating', creating, submitted, creating, []],
  [
    'the session leads to the deposit',
    starting,
    { kind: 'sessionStarted', paymentSessionId: 's1' },
    creating,
    ['createDeposit'],
  ],
  [
    'a redirect goes into the popup',
    creating,
    created(),
    finished,
    ['redirectPopup', 'rememberDeposit', 'goToComplete'],
  ],
  ['without a popup a link is offered', creatingBlocked, created(), offering, ['rememberDeposit']],
  ['the link leads on', offering, { kind: 'linkOpened' }, finished, ['goToComplete']],
  [
    'without a redirect the popup has no use',
    creating,
    created({ externalRedirect: null }),
    finished,
    ['closePopup', 'rememberDeposit', 'goToComplete'],
  ],
  [
    'an unknown next step is an honest error',
    creating,
    created({ externalRedirect: null, next: { kind: 'unsupported', what: 'pix' } }),
    {
      kind: 'idle',
      failure: { kind: 'unsupported', code: '', message: 'pix', params: {}, reference: 'KS-1' },
      unresolved: null,
    },
    ['closePopup'],
  ],
  [
    'an unknown outcome keeps the intent',
    creating,
    failed(true),
    { kind: 'idle', failure, unresolved: intent },
    ['closePopup'],
  ],
  [
    'a refusal ends the intent',
    starting,
    failed(false),
    { kind: 'idle', failure, unresolved: null },
    ['closePopup'],
  ],
  [
    'a dismissed failure keeps the intent',
    { kind: 'idle', failure, unresolved: intent },
    { kind: 'failureDismissed' },
    { kind: 'idle', failure: null, unresolved: intent },
    [],
  ],
  ['late news changes nothing', finished, created(), finished, []],
  ['nor does a late failure', finished, failed(true), finished, []],
];

test.each(rows)('%s', (_, before, event, after, effects) => {
  const transition = reduceDeposit(before, event);
  expect(transition.state).toEqual(after);
  expect(transition.effects.map(({ kind }) => kind)).toEqual(effects);
});

describe('the idempotency keys', () => {
  const { sessionKey, depositKey, ...wish } = intent;
  let made = 0;
  const makeKey = () => `new-${++made}`;

  test('are kept for the very same wish after an unknown outcome', () => {
    expect(resolveIntent(wish, intent, makeKey)).toBe(intent);
  });

  test('are new for another amount', () => {
    const other = resolveIntent({ ...wish, amount: '51' }, intent, makeKey);
    expect(other).toMatchObject({ amount: '51', sessionKey: 'new-1', depositKey: 'new-2' });
  });

  test('are new when nothing is unresolved', () => {
    expect(resolveIntent(wish, null, makeKey)).toMatchObject({ sessionKey: 'new-3' });
  });
});
