import { padToCurrency } from '@kassa/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApprovalSettings } from '../../brands/brand-config.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { type OperatorEndpoint, startOperatorEndpoint } from '../../testing/operator-endpoint.ts';
import { type ApprovalSubject, approveSubject, requestApproval } from './approval.ts';

let endpoint: OperatorEndpoint;
let logged: object[];

beforeEach(async () => {
  endpoint = await startOperatorEndpoint();
  logged = [];
});

afterEach(() => endpoint.close());

const subject: ApprovalSubject = {
  kind: 'deposit',
  brandId: 'casino',
  id: '0199b0c2-7c1e-7a53-b8a7-4f2f1d1f8a11',
  reference: 'KS-7Q2M-41XK',
  playerId: 'player-7',
  amount: padToCurrency('50', 'EUR'),
  currency: 'EUR',
  paymentType: 'card',
  paymentMethod: 'card',
  country: 'de',
  ipAddress: '203.0.113.7',
  userAgent: 'Firefox/140.0',
  locale: 'de-DE',
};

function ask(part: Partial<ApprovalSettings> = {}, about: Partial<ApprovalSubject> = {}) {
  const { url, secret } = endpoint;
  const settings = {
    url,
    secrets: [secret],
    timeoutMs: 60_000,
    deposits: true,
    payouts: true,
    ...part,
  };
  const record = (fields: object) => void logged.push(fields);
  return requestApproval(
    {
      brands: new Map([['casino', { approval: settings }]]),
      log: { info: record, warn: record, error: record },
    },
    { ...subject, ...about },
  );
}

const unanswered = { approved: false, message: null, isAnswered: false };

test('sends the operator a signed request, and accepts an approval', async () => {
  endpoint.answer = () => ({ status: 200, body: { approved: true } });
  expect(await ask()).toEqual({ approved: true, isAsked: true });
  const { brandId: _, ...asked } = subject;
  expect(endpoint.received.map(({ body }) => body)).toEqual([
    { type: 'approval', brand: 'casino', ...asked },
  ]);
  expect(logged).toEqual([]);
});

test('returns a rejection with the message for the player', async () => {
  endpoint.answer = () => ({
    status: 200,
    body: { approved: false, message: ' Call us, please. ' },
  });
  expect(await ask({}, { kind: 'payout' })).toEqual({
    approved: false,
    message: 'Call us, please.',
    isAnswered: true,
  });
  endpoint.answer = () => ({ status: 200, body: { approved: false } });
  expect(await ask()).toEqual({ approved: false, message: null, isAnswered: true });
});

test('asks only for the kinds that the operator has configured', async () => {
  expect(await ask({ deposits: false })).toEqual({ approved: true, isAsked: false });
  expect(await ask({ payouts: false }, { kind: 'payout' })).toEqual({
    approved: true,
    isAsked: false,
  });
  expect(await ask({}, { brandId: 'other' })).toEqual({ approved: true, isAsked: false });
  expect(endpoint.received).toEqual([]);
});

test('reads nothing of a player for a kind that needs no approval', async () => {
  const settings = { url: endpoint.url, secrets: [], timeoutMs: 5000 };
  const approval = { ...settings, deposits: false, payouts: true };
  // Neither the vault nor the database: the test fails if one of them is used.
  const core = { brands: new Map([['casino', { approval }]]) } as unknown as Core;
  const deposit = { brand_id: 'casino', player_data_sealed: 'sealed' } as unknown as Deposit;
  expect(await approveSubject(core, 'deposit', deposit)).toEqual({
    approved: true,
    isAsked: false,
  });
});

test.each([
  ['pt-BR', 'Ligue para nós.'],
  ['es-MX', 'Llámanos.'],
  ['fi', 'Call us.'],
  [null, 'Call us.'],
])('a message in several languages is that of the player’s: %j', async (locale, message) => {
  const words = { en: 'Call us.', es: 'Llámanos.', pt: 'Ligue para nós.' };
  endpoint.answer = () => ({ status: 200, body: { approved: false, message: words } });
  expect(await ask({}, { locale })).toEqual({ approved: false, message, isAnswered: true });
});

test.each([
  ['an error', { status: 500, body: { approved: true } }],
  ['a redirect', { status: 302, headers: { location: '/yes' }, body: { approved: true } }],
  ['another 2xx', { status: 202, body: { approved: true } }],
  ['no JSON', { status: 200, body: 'true' }],
  ['a page', { status: 200, body: '<h1>approved</h1>' }],
  ['an approval of the wrong type', { status: 200, body: { approved: 'true' } }],
  ['nothing', { status: 200, body: {} }],
  [
    'a message that is too long',
    { status: 200, body: { approved: false, message: 'x'.repeat(301) } },
  ],
])('treats %s as a rejection, and logs it', async (_, answer) => {
  endpoint.answer = () => answer;
  expect(await ask()).toEqual(unanswered);
  expect(logged).toEqual([
    { brandId: 'casino', kind: 'deposit', subjectId: subject.id, status: answer.status },
  ]);
});

test('treats a timeout and an unreachable server as a rejection', async () => {
  endpoint.answer = () => new Promise(() => {});
  expect(await ask({ timeoutMs: 100 })).toEqual(unanswered);
  const url = endpoint.url;
  await endpoint.close();
  expect(await ask({ url })).toEqual(unanswered);
  expect(logged).toMatchObject([{ failure: 'timeout' }, { failure: 'unreachable' }]);
  endpoint = await startOperatorEndpoint();
});

test('reads only the beginning of an endless response', async () => {
  endpoint.answer = () => ({ status: 200, body: ' '.repeat(10_000_000) });
  expect(await ask()).toEqual(unanswered);
});
