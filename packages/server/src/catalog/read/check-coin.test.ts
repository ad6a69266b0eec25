import { expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { checkCoin } from './check-coin.ts';

const coin = { currency: 'BTC', blockchain: 'BITCOIN' } as const;
const right = {
  coin,
  connector: 'onchain',
  hasOpenAmount: true,
  amount_rules: { BTC: { min: '0.001', max: '1' } },
};
const withdrawal = {
  transaction: 'withdrawal' as const,
  hasOpenAmount: undefined,
  fields: [{ name: 'address', type: 'text' as const, placeholder_key: 'field.walletAddress' }],
};

function check(part: Parameters<typeof buildMethod>[1]): string[] {
  const placed = { entry: buildMethod('coin', part), file: 'methods/a.json', path: 'methods.0' };
  return checkCoin(placed, (connector) => connector === 'onchain').map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

it.each<[string, Parameters<typeof buildMethod>[1], string[]]>([
  ['a right one', right, []],
  ['no coin, of another connector', {}, []],
  [
    'no coin, of a connector of chains',
    { connector: 'onchain' },
    ['methods.0.coin: is missing: "onchain" gives addresses of coins'],
  ],
  [
    'a coin of a connector without chains',
    { ...right, connector: 'sandbox' },
    ['methods.0.coin: the connector "sandbox" watches no chain'],
  ],
  [
    'no limits in the coin',
    { ...right, amount_rules: { EUR: { min: '1', max: '2' } } },
    ['methods.0.coin: needs limits in BTC in amount_rules'],
  ],
  [
    'a fixed amount',
    { ...right, hasOpenAmount: false },
    ['methods.0.hasOpenAmount: must be true, as the sender of a coin decides the amount'],
  ],
  ['a withdrawal', { ...right, ...withdrawal }, []],
  [
    'a withdrawal without an address',
    { ...right, ...withdrawal, fields: [] },
    ['methods.0.fields: need a required text field "address" for a coin'],
  ],
  [
    'a withdrawal from a connector without chains',
    { ...right, ...withdrawal, connector: 'sandbox' },
    ['methods.0.coin: the connector "sandbox" watches no chain'],
  ],
])('a method with %s', (_, part, problems) => {
  expect(check(part)).toEqual(problems);
});
