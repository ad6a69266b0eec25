import { buildHostData, buildPaymentMethod } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { hasCryptoBonus } from './crypto-bonus.ts';

const coin = buildPaymentMethod({ category: 'crypto' });
const card = buildPaymentMethod();

test.each([
  ['group_b', true, [card, coin], true],
  ['group_a', true, [coin], false],
  [null, true, [coin], false],
  ['group_b', false, [coin], false],
  ['group_b', true, [card], false],
  ['group_b', true, [], false],
])('group %s, the host’s flag %s', (group, isCryptoBonusAvailable, methods, isShown) => {
  const hostData = buildHostData({
    experiments: group === null ? [] : [{ key: 'crypto_bonus', group }],
    schema: { meta: { isCryptoBonusAvailable, showCryptoInstruction: false } },
  });
  expect(hasCryptoBonus(hostData, methods)).toBe(isShown);
});
