import type { FieldDefinition } from '@kassa/contract';
import { expect, test } from 'vitest';
import { identifyDestination } from './identify-destination.ts';

test('the amount, the names of people and what was left empty are no part of it', () => {
  const all: FieldDefinition[] = [
    { name: 'amount', type: 'amount' },
    { name: 'holder', type: 'text', category: 'name' },
    { name: 'account', type: 'text', category: 'number' },
    { name: 'branch', type: 'text', category: 'number', isOptional: true },
  ];
  const values = { amount: '5', holder: 'Ada', account: '12' };
  expect(identifyDestination(all, values)).toEqual({ account: '12' });
});
