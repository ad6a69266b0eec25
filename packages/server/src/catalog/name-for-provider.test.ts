import { expect, test } from 'vitest';
import { nameForProvider } from './name-for-provider.ts';

test('fields go by the name that the provider knows, and by their own where it has none', () => {
  const definitions = [{ name: 'holder', alias: 'account.holder_name' }, { name: 'iban' }];
  const values = { holder: 'Zoë', iban: 'DE00', code: '123456' };
  expect(nameForProvider(definitions, values)).toEqual({
    'account.holder_name': 'Zoë',
    iban: 'DE00',
    code: '123456',
  });
});
