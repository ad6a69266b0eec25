import { describe, expect, test } from 'vitest';
import { buildPayoutOrder } from '../../testing/payout-orders.ts';
import type { DepositOrder } from '../connector.ts';
import { factory } from './connector.ts';

const settings = { debtorName: 'Kassa Ltd', iban: 'NL91ABNA0417164300', country: 'nl' };

function build() {
  const built = factory.build(settings);
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  return built.connector;
}

test('a bank that is paid by file takes no deposit and no payout by request', async () => {
  const connector = build();
  const deposit = { depositId: '0199d1f0-7c00-7000-8000-000000000001', providerReference: null };
  const rejected = { kind: 'error', error: 'rejected' };
  expect(await connector.create({} as DepositOrder)).toMatchObject(rejected);
  expect(await connector.complete(deposit, { confirmationId: null, fields: {} })).toMatchObject(
    rejected,
  );
  expect(await connector.cancel(deposit)).toEqual({ kind: 'canceled' });
  expect(await connector.status(deposit)).toEqual({ kind: 'absent' });
  expect(connector.checkNotification({ headers: {}, body: '' }, new Date())).toMatchObject({
    kind: 'refused',
  });
  expect(connector.parseNotification('')).toMatchObject({ kind: 'unreadable' });
  expect(connector.refunds).toBeNull();
  const order = buildPayoutOrder();
  expect(await connector.payouts?.send(order)).toMatchObject(rejected);
  // Never `absent`: the payout may stand in a file.
  expect(await connector.payouts?.status(order.withdrawalId)).toEqual({
    kind: 'known',
    events: [],
  });
});

describe('a destination', () => {
  const check = (fields: Record<string, string>) =>
    build().payouts?.checkDestination?.({ paymentMethod: 'bank', currency: 'EUR', fields });

  test('with an account can be paid', () => {
    expect(check({ iban: 'DE89 3704 0044 0532 0130 00' })).toBeNull();
    expect(check({ account: '12345678', bank: '021000021' })).toBeNull();
  });

  test('without one, or with a mistyped one, is told before money is held', () => {
    expect(check({})).toEqual({ field: 'iban', problem: 'is missing' });
    expect(check({ iban: 'DE88 3704 0044 0532 0130 00' })).toMatchObject({ field: 'iban' });
    expect(check({ iban: '\ufb0121 1234 5600 0007 85' })).toMatchObject({ field: 'iban' });
    // In the file they would be other texts: 12SS and DEUTDEFI.
    expect(check({ account: '12\u00df', bank: '1' })).toMatchObject({ field: 'account' });
    expect(check({ account: '12', bank: 'DEUTDE\ufb01' })).toMatchObject({ field: 'bank' });
    expect(check({ account: '12', bic: 'DEUTDE\ufb01' })).toMatchObject({ field: 'bic' });
  });
});

test.each([
  [{ debtorName: '' }, 'debtorName'],
  [{ debtorName: 'Kässa & Söhne' }, 'debtorName'],
  [{ iban: 'NL92ABNA0417164300' }, 'iban'],
  [{ iban: '\ufb012112345600000785' }, 'iban'],
  [{ iban: undefined }, 'iban'],
  [{ accountNumber: '123' }, 'iban'],
  [{ bic: 'ABNA' }, 'bic'],
  [{ country: 'NLD' }, 'country'],
  [{ format: 'pain.001.001.02' }, 'format'],
  [{ chargeBearer: 'OUR' }, 'chargeBearer'],
  [{ currencies: [] }, 'currencies'],
  [{ executionOffsetDays: -1 }, 'executionOffsetDays'],
  [{ timeZone: 'Amsterdam' }, 'timeZone'],
  [{ timeZone: '+01:00' }, 'timeZone'],
  // Spain's islands have another time than Madrid.
  [{ country: 'es' }, 'timeZone'],
  [{ mostPayouts: 5000 }, 'mostPayouts'],
  [{ batchBookings: true }, 'batchBookings'],
])('the settings %j are refused', (part, path) => {
  expect(factory.build({ ...settings, ...part })).toMatchObject({
    problems: [expect.objectContaining({ path: expect.stringContaining(path) })],
  });
});
