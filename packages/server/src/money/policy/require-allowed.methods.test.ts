import type { FieldValues } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { method, refusal, useLimitsDesk } from '../../testing/limits-desk.ts';
import { loadPayable } from './load-payable.ts';
import { requireDepositAllowed } from './require-allowed.ts';

const { desk, run, limit } = useLimitsDesk();

describe('the limits of a method', () => {
  const validate = (
    amount: string,
    part: Partial<CatalogMethod>,
    { fields, country = 'de' }: { fields?: FieldValues; country?: string } = {},
  ) => {
    const money = { amount, currency: 'EUR' };
    const payment = { method: { ...method, ...part }, amount: money, accountAmount: money, fields };
    return refusal(
      run((tx) => requireDepositAllowed(desk.core, tx, { ...desk.caller, country }, payment)),
    );
  };

  test('can have another minimum for players outside of Russia', async () => {
    const amount_rules = { EUR: { min: '5', max: '500', minNonRus: '50' } };
    expect(await validate('49.99', { amount_rules })).toEqual({
      code: 'amount.belowMin',
      params: { limit: '50', currency: 'EUR' },
    });
    expect(await validate('50', { amount_rules })).toBeNull();
    expect(await validate('5', { amount_rules }, { country: 'ru' })).toBeNull();
  });

  test('are reported as they are validated', async () => {
    const amount_rules = { EUR: { min: '5', max: '500.004', minNonRus: '50' } };
    const methods = [{ ...method, countries: '*' as const, amount_rules }];
    const catalog = {
      methods,
      groups: [],
      countries: [],
      coinBoxes: [],
      cardSchemes: [],
      cardIssuers: [],
    };
    const offering = { ...desk.core, db: desk.db, catalogOf: () => catalog };
    const request = { currency: 'EUR', paymentType: 'card' };
    const load = (country: string) =>
      loadPayable(offering, { ...desk.caller, country }, 'deposit', request);
    expect(await load('de')).toMatchObject({ min: '50', max: '500.00', limitedBy: 'method' });
    expect(await load('ru')).toMatchObject({ min: '5', max: '500.00' });
  });

  test('are in the decimals of the currency', async () => {
    const amount_rules = { EUR: { min: '5.004', max: '500' } };
    expect(await validate('5', { amount_rules })).toBeNull();
  });

  test('are those of the chosen network', async () => {
    const fields: CatalogMethod['fields'] = [
      {
        name: 'network',
        type: 'networks',
        values: [
          { value: 'trc20', text: { en: 'TRC-20' }, limits: { min: '2', max: '100' } },
          { value: 'erc20', text: { en: 'ERC-20' } },
        ],
      },
    ];
    const trc20 = { fields: { network: 'trc20' } };
    const erc20 = { fields: { network: 'erc20' } };
    expect(await validate('2', { fields }, trc20)).toBeNull();
    expect(await validate('1.99', { fields }, trc20)).toMatchObject({ params: { limit: '2' } });
    expect(await validate('101', { fields }, trc20)).toMatchObject({
      code: 'amount.aboveMax',
      params: { limit: '100' },
    });
    expect(await validate('5', { fields }, erc20)).toBeNull();
    expect(await validate('4.99', { fields }, erc20)).toMatchObject({ params: { limit: '5' } });
    expect(await validate('501', { fields }, erc20)).toMatchObject({ params: { limit: '500' } });
    // The player's own limit applies to all networks together.
    await limit('80');
    expect(await validate('90', { fields }, trc20)).toMatchObject({ code: 'limit.exceeded' });
    expect(await validate('101', { fields }, trc20)).toMatchObject({
      code: 'limit.exceeded',
      params: { remaining: '80.00' },
    });
  });

  test('include the method’s rules for the amount, whatever decimals are sent', async () => {
    const fields: CatalogMethod['fields'] = [
      { name: 'amount', type: 'amount', validations: [{ regex: '^\\d+0$' }] },
    ];
    expect(await validate('150', { fields })).toBeNull();
    expect(await validate('150.00', { fields })).toBeNull();
    expect(await validate('155', { fields })).toEqual({
      code: 'banking.paymentMethodRegex',
      params: { field: 'amount', problem: 'rule' },
    });
    // A violated limit is named first.
    await limit('80');
    expect(await validate('155', { fields })).toMatchObject({ code: 'limit.exceeded' });
  });
});
