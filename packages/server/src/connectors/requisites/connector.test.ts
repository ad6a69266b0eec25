import { describe, expect, test } from 'vitest';
import type { DepositOrder } from '../connector.ts';
import { factory } from './connector.ts';

function build(settings: object = {}) {
  const built = factory.build(settings);
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  return built.connector;
}

const requisite = {
  payee: { number: '8600123456789012', full_name: 'Kassa LLC' },
  amount: '150003',
  hasReference: false,
  reservedAt: new Date('2026-11-23T12:00:00Z'),
};

const order = {
  depositId: '0199d1f0-7c00-7000-8000-000000000001',
  reference: 'KS-7Q2M-41XK',
  amount: '150000',
  currency: 'UZS',
} as DepositOrder;

describe('an order', () => {
  test('becomes an invoice of the reserved account, for the exact amount', async () => {
    const outcome = await build({ lifetimeSeconds: 600 }).create({ ...order, requisite });
    expect(outcome).toMatchObject({
      kind: 'accepted',
      step: {
        kind: 'invoice',
        invoice: {
          card: { number: '8600123456789012' },
          payment_amount: '150003',
          payment_currency: 'UZS',
          created: '2026-11-23T12:00:00.000Z',
          lifetime: 600,
        },
      },
    });
    expect(JSON.stringify(outcome)).not.toContain(order.reference);
  });

  test('has the reference where payments name it', async () => {
    const named = { ...requisite, hasReference: true };
    const outcome = await build().create({ ...order, requisite: named });
    expect(outcome).toMatchObject({
      step: { invoice: { card: { transaction_description: 'KS-7Q2M-41XK' }, lifetime: 900 } },
    });
  });

  test('without a reserved account is rejected', async () => {
    expect(await build().create(order)).toMatchObject({ kind: 'error', error: 'rejected' });
  });
});

test('an account can be paid for ever, and its bank knows no deposits', async () => {
  const deposit = { depositId: order.depositId, providerReference: null };
  const connector = build();
  expect(await connector.cancel(deposit)).toEqual({ kind: 'cannotCancel' });
  expect(await connector.status(deposit)).toEqual({ kind: 'known', events: [] });
  expect(await connector.complete(deposit, { confirmationId: null, fields: {} })).toEqual({
    kind: 'acknowledged',
  });
});

test.each([
  [{ lifetimeSeconds: 5 }, 'lifetimeSeconds'],
  [{ lifetimeSeconds: 86_401 }, 'lifetimeSeconds'],
  [{ webhookSecret: 'short' }, 'webhookSecret'],
])('the settings %j are refused', (settings, path) => {
  expect(factory.build(settings)).toMatchObject({ problems: [{ path }] });
});
