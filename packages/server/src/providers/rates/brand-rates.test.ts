import { expect, test } from 'vitest';
import type { Brand, Brands } from '../../brands/load-brands.ts';
import { ratesSettingsSchema } from '../../brands/rates-settings.ts';
import { buildBrandRates } from './brand-rates.ts';

const surroundings = {
  log: { info: () => {}, warn: () => {}, error: () => {} },
  now: () => new Date(),
};

function brandsWith(rates: Brand['rates']): Brands {
  // Only the brand's rates matter here.
  const brand = { id: 'kassa', rates } as Brand;
  return new Map([['kassa', brand]]);
}

const table = ratesSettingsSchema.parse({ kind: 'static', base: 'EUR', table: { USD: '1.08' } });

test('a conversion within one currency needs no rate, whatever is configured', async () => {
  for (const rates of [null, table]) {
    const { ratesOf } = buildBrandRates(brandsWith(rates), surroundings);
    expect(await ratesOf('kassa').rate('GBP', 'GBP', new Date())).toEqual({
      rate: '1',
      source: 'same currency',
    });
  }
});

test('each brand has its own rates; a brand without rates has none', async () => {
  const { ratesOf } = buildBrandRates(brandsWith(table), surroundings);
  expect(await ratesOf('kassa').rate('EUR', 'USD', new Date())).toMatchObject({ rate: '1.08' });
  expect(await ratesOf('other').rate('EUR', 'USD', new Date())).toBeNull();
});

test.each([
  { kind: 'static', base: 'EUR', table: { USD: '0' } },
  { kind: 'static', base: 'EUR', table: { USD: 1.08 } },
  { kind: 'static', base: 'euro', table: {} },
  { kind: 'http', url: 'ftp://rates.example' },
  { kind: 'http', url: 'https://rates.example', refreshSeconds: 0 },
  { kind: 'guess' },
])('refuses the setting %j', (settings) => {
  expect(ratesSettingsSchema.safeParse(settings).success).toBe(false);
});
