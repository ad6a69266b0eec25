import { beforeAll, expect, test } from 'vitest';
import { methodKinds } from '../../../app/method-kinds.ts';
import type { BackTarget, Search } from '../../../routing/route.ts';
import { provideMethodKinds } from '../method-kinds.ts';
import { backOfComplete } from './complete-back.ts';

beforeAll(() => provideMethodKinds(methodKinds));

test.each<[Search, BackTarget]>([
  [
    { to: 'Crypto address', method: 'btc', group: 'crypto' },
    { to: 'Crypto address', search: { method: 'btc', group: 'crypto' } },
  ],
  [{ to: 'Deposit list', method: 'card' }, { to: 'Deposit list' }],
  [{ to: 'Deposit history', method: 'card' }, { to: 'Deposit history' }],
  [
    { group: 'cards', method: 'card' },
    { to: 'Group list', search: { group: 'cards' } },
  ],
  [{ method: 'card' }, { to: 'Redirect deposit', search: { method: 'card' } }],
  [{}, { to: 'Redirect deposit', search: {} }],
  // The router turns it into home: an address chooses among the names, never a path.
  [{ to: 'https://evil.example/' }, { to: 'https://evil.example/', search: {} }],
])('%j leads back to %j', (search, target) => {
  expect(backOfComplete({ depositId: 'deposit-1', ...search })).toEqual(target);
});
