import { payeeParts, payeeSchema } from '@kassa/contract';
import { expect, test } from 'vitest';
import { listPayee } from './list-payee.ts';

test('every part of a payee has its row, in the order in which a player types them', () => {
  const payee = payeeSchema.parse({
    country_code: 'UZ',
    ...Object.fromEntries(payeeParts.map((part) => [part, `of ${part}`])),
  });
  expect(listPayee(payee).map(({ value }) => value)).toEqual(
    payeeParts.map((part) => `of ${part}`),
  );
});

test('a bank’s code in India has its own name', () => {
  const names = ['HDFC0000123', 'COBADEFFXXX', '341'].map((bank_code) => listPayee({ bank_code }));
  expect(names.map(([row]) => row?.name)).toEqual(['ifsc', 'bankCode', 'bankCode']);
});

test('a row has the format of its part', () => {
  expect(listPayee({ number: '8600140441235071', payment_system: 'Uzcard' })).toEqual([
    { name: 'paymentSystem', value: 'Uzcard', isCopyable: false },
    { name: 'cardNumber', type: 'card', value: '8600140441235071' },
  ]);
});
