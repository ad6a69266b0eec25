import {
  buildChainTransaction,
  buildCoinMethod,
  buildDepositSummary,
  buildPaymentMethod,
} from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { isOnItsWay, shownAmount } from './chain-payment.ts';

const coin = buildCoinMethod();
const chain = buildChainTransaction();
const open = buildDepositSummary({ amount: '5', currency: 'USDT' });
const sent = { amount: '25', currency: 'USDT' };

test.each([
  ['of a card', buildDepositSummary(), buildPaymentMethod(), { amount: '50.00', currency: 'EUR' }],
  [
    'with a fee on top',
    buildDepositSummary({ charged: '50.75' }),
    undefined,
    { amount: '50.75', currency: 'EUR' },
  ],
  ['of a coin, unpaid', open, coin, null],
  ['of a coin with one payment', { ...open, chain, transactions: [chain] }, coin, sent],
  ['whose coin isn’t offered any more', { ...open, chain }, undefined, sent],
  ['with several payments', { ...open, chain, transactions: [chain, chain] }, coin, null],
  ['of a dropped payment', { ...open, chain: { ...chain, state: 'dropped' as const } }, coin, null],
  ['whose sum is unknown', { ...open, chain: { ...chain, cryptoAmount: undefined } }, coin, null],
])('the shown amount of a deposit %s', (_, deposit, method, expected) => {
  expect(shownAmount(deposit, method)).toEqual(expected);
});

test.each([
  ['waiting', undefined, true],
  ['waiting', 'dropped', true],
  ['expired', undefined, true],
  ['canceled', 'confirmed', true],
  ['expired', 'dropped', false],
  ['declined', undefined, false],
  ['processed', 'confirmed', false],
] as const)(
  'a payment to a deposit that is %s (%s) is on its way: %s',
  (status, state, isComing) => {
    expect(isOnItsWay({ state }, status)).toBe(isComing);
    expect(isOnItsWay(undefined, status)).toBe(false);
  },
);
