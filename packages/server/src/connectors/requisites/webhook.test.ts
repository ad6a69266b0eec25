import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing/any-text.ts';
import { signTransfers } from '../../testing/sign-transfers.ts';
import { factory } from './connector.ts';

/*
 * The shared suite of connectors (conformance.suite.ts) finds every event by the id of its deposit,
 * and has the provider create the deposits. A bank knows neither, so the notifications have tests of
 * their own here. What becomes of them is tested in money/provider-events/receive-transfer.test.ts.
 */

const secret = 'requisites-webhook-secret-of-tests';
const now = new Date('2026-11-23T12:00:00Z');

function build(settings: object = { webhookSecret: secret }) {
  const built = factory.build(settings);
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  return built.connector;
}

const sign = (body: string, { with: key = secret, at = now } = {}) => signTransfers(body, key, at);

const transfer = {
  id: 'booking-1',
  account: '8600 1234 5678 9012',
  amount: '150000.00',
  currency: 'UZS',
  bookedAt: '2026-11-23T16:05:00+05:00',
};
const write = (part: object = {}) =>
  JSON.stringify({ id: 'n-1', transfers: [{ ...transfer, ...part }] });

describe('the signature', () => {
  test('of a bank with the secret is accepted, with the id of the notification', () => {
    const check = build().checkNotification(sign(write()), now);
    expect(check).toEqual({ kind: 'authentic', notificationId: 'n-1' });
  });

  test('is asked for by a connector that has a secret, and by any other', () => {
    const body = write();
    const moved = sign(body);
    for (const [notification, settings] of [
      [{ headers: {}, body }, undefined],
      [sign(body, { with: 'another secret of this length' }), undefined],
      [{ ...moved, body: write({ amount: '150001.00' }) }, undefined],
      [sign(body, { at: new Date(now.getTime() - 301_000) }), undefined],
      [sign(body, { with: '' }), {}],
      [sign(body), {}],
    ] as const) {
      expect(build(settings).checkNotification(notification, now)).toMatchObject({
        kind: 'refused',
      });
    }
  });

  test('of a body that cannot be read is accepted: the body is kept for a person', () => {
    const check = build().checkNotification(sign('{"id":"n-2"'), now);
    expect(check).toEqual({ kind: 'authentic', notificationId: expect.stringMatching(/^\w{64}$/) });
  });

  test('needs a secret of some length', () => {
    expect(factory.build({ webhookSecret: 'short' })).toMatchObject({
      problems: [{ path: 'webhookSecret' }],
    });
  });
});

describe('the body', () => {
  const parse = (body: string) => build().parseNotification(body);

  test('has transfers with their exact amounts', () => {
    const rest = { text: ' KS-7Q2M-41XK ', payerName: 'Ada', payerAccount: 'DE89 3704' };
    expect(parse(write(rest))).toEqual([
      {
        kind: 'transfer',
        providerReference: 'booking-1',
        accountNumber: '8600 1234 5678 9012',
        paid: { amount: '150000.00', currency: 'UZS' },
        bookedAt: new Date('2026-11-23T11:05:00Z'),
        text: 'KS-7Q2M-41XK',
        payerName: 'Ada',
        payerAccount: 'DE89 3704',
      },
    ]);
    const body = write().replace('"150000.00"', '900719925474099.31');
    expect(parse(body)).toMatchObject([{ paid: { amount: '900719925474099.31' }, text: null }]);
  });

  test.each(['return', 'own', 'charge', 'interest'])('may say that money is %s', (kind) => {
    expect(parse(write({ kind, endToEndId: ' E2E-1 ' }))).toMatchObject([
      { kind: 'transfer', movement: kind, ids: 'E2E-1' },
    ]);
  });

  test('that says payment says no more than one without a kind', () => {
    expect(parse(write({ kind: 'payment' }))).toEqual(parse(write()));
  });

  test('may name a day alone, and texts of any length', () => {
    const long = 'x'.repeat(5000);
    const [event] = parse(
      write({ bookedAt: '2026-11-23', text: long, payerName: long }),
    ) as object[];
    expect(event).toMatchObject({
      bookedAt: new Date('2026-11-23T00:00:00Z'),
      text: 'x'.repeat(1000),
      payerName: 'x'.repeat(200),
    });
  });

  test.each([
    ['no JSON', '{', 'unknown shape'],
    ['no id', JSON.stringify({ transfers: [] }), 'id'],
    ['no transfers', JSON.stringify({ id: 'n-1' }), 'transfers'],
    ['a transfer without an id', write({ id: '' }), 'transfers.0.id'],
    ['no account', write({ account: undefined }), 'transfers.0.account'],
    ['money that left', write({ amount: '-5' }), 'transfers.0.amount'],
    ['nothing', write({ amount: '0.00' }), 'transfers.0.amount'],
    ['an amount in words', write({ amount: 'much' }), 'transfers.0.amount'],
    ['a kind that is none', write({ kind: 'chargeback' }), 'transfers.0.kind'],
    ['a currency that is none', write({ currency: '€' }), 'transfers.0.currency'],
    ['a part of the smallest unit', write({ amount: '150000.005' }), 'transfers.0.amount'],
    ['a part of a dong', write({ amount: '1.5', currency: 'VND' }), 'transfers.0.amount'],
    [
      'a time without an offset',
      write({ bookedAt: '2026-11-23T12:00:00' }),
      'transfers.0.bookedAt',
    ],
  ])('with %s is unreadable, and the place is named', (_, body, detail) => {
    expect(parse(body)).toEqual({ kind: 'unreadable', detail });
  });

  test.each([
    ['empty', ''],
    ['huge', `{"a":"${'x'.repeat(20 * 1024 * 1024)}"}`],
    ['deeply nested', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('that is %s is unreadable, and has an id', (_, body) => {
    expect(build().checkNotification(sign(body), now)).toMatchObject({ kind: 'authentic' });
    expect(parse(body)).toMatchObject({ kind: 'unreadable' });
  });

  test('is read or unreadable whatever it is, never named in the detail', () => {
    const body = write({ text: 'KS-7Q2M-41XK', payerName: 'Ada' });
    const places = [...body.matchAll(/"(?:[^"\\]|\\.)*"/g)];
    const mutated = fc
      .tuple(fc.constantFrom(...places), fc.oneof(fc.json(), anyText))
      .map(
        ([{ index, 0: old }, piece]) =>
          `${body.slice(0, index)}${piece}${body.slice(index + old.length)}`,
      );
    const check = (text: string) => {
      const parsed = parse(text);
      if (!Array.isArray(parsed)) expect(parsed.detail).toMatch(/^[\w. ]+$/);
      else for (const event of parsed) expect(event).toMatchObject({ kind: 'transfer' });
    };
    fc.assert(
      fc.property(fc.oneof(anyText, fc.json(), mutated), (text) => check(text)),
      { numRuns: 1000 },
    );
  });
});
