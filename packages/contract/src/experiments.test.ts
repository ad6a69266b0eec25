import { expect, test } from 'vitest';
import { experiments, resolveGroup } from './experiments.ts';

test('uses the group assigned by the host', () => {
  const assigned = [
    { key: 'crypto_bonus', group: 'group_c' },
    { key: 'payment_methods', group: 'group_b' },
  ];
  expect(resolveGroup(assigned, 'payment_methods')).toBe('group_b');
});

test('has a default for two experiments, and none for tips beside payment details (§3, §9)', () => {
  const groups = (Object.keys(experiments) as (keyof typeof experiments)[]).map((key) =>
    resolveGroup([{ key: 'unknown', group: 'group_z' }], key),
  );
  expect(groups).toEqual(['group_a', 'group_a', null]);
});
