import { expect, test } from 'vitest';
import { depositLimits } from './deposit-limits.ts';
import { withdrawalLimits } from './withdrawal-limits.ts';

const payable = { min: '20', max: '500', limitedBy: 'method', remaining: null, resetsAt: null };
const bonus = { bonusId: 'b1', title: 'Welcome', amount: '10.00', currency: 'EUR', spins: null };

test.each([[[]], [[bonus]], [[{ ...bonus, amount: '0.00', spins: 20 }]]])(
  'a withdrawal’s limits contain the bonuses that it forfeits: %j',
  (forfeitedBonuses) => {
    const response = { ...payable, forfeitedBonuses };
    expect(withdrawalLimits.response.parse(response)).toEqual(response);
  },
);

test.each([
  ['no list', undefined],
  ['a part of a spin', [{ ...bonus, spins: 1.5 }]],
  ['an amount as a number', [{ ...bonus, amount: 10 }]],
  ['no title', [{ ...bonus, title: undefined }]],
])('a withdrawal’s limits with %s are invalid', (_, forfeitedBonuses) => {
  expect(withdrawalLimits.response.safeParse({ ...payable, forfeitedBonuses }).success).toBe(false);
});

test('a deposit’s limits name no bonuses', () => {
  const response = { ...payable, forfeitedBonuses: [bonus] };
  expect(depositLimits.response.parse(response)).toEqual(payable);
});
