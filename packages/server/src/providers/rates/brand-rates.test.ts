import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

test('rates read again keep those of the readings before no longer than needed', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const earlier: WeakRef<object>[] = [];
  let rates = buildBrandRates(brandsWith(table), surroundings);
  for (let reading = 0; reading < 5; reading += 1) {
    earlier.push(new WeakRef(rates));
    rates = buildBrandRates(brandsWith(table), surroundings, rates);
    await rates.start();
  }
  // A weak reference keeps its object until the task ends.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(earlier.map((one) => one.deref())).toEqual(earlier.map(() => undefined));
  expect(await rates.ratesOf('kassa').rate('EUR', 'USD', new Date())).not.toBeNull();
});

test('a feed continues if its settings are the same, and its rates if its address is', async () => {
  let answers = 0;
  const feed = createServer((_request, response) => {
    answers += 1;
    const at = new Date().toISOString();
    const body = JSON.stringify({ base: 'EUR', rates: { USD: '1.08' }, at });
    response.writeHead(answers === 1 ? 200 : 503, { connection: 'close' }).end(body);
  });
  await new Promise<void>((resolve) => feed.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(feed.address() as AddressInfo).port}`;
  const settings = ratesSettingsSchema.parse({ kind: 'http', url });
  let rates = buildBrandRates(brandsWith(settings), surroundings);
  const readAgain = async (next: Brand['rates']) => {
    rates = buildBrandRates(brandsWith(next), surroundings, rates);
    await rates.start();
    return rates.ratesOf('kassa').rate('EUR', 'USD', new Date());
  };
  await rates.start();
  expect(await readAgain(settings)).toMatchObject({ rate: '1.08' });
  expect(answers).toBe(1);
  const refreshed = { ...settings, refreshSeconds: 30 };
  expect(await readAgain(refreshed)).toMatchObject({ rate: '1.08' });
  expect(answers).toBe(2);
  await rates.stop();
  feed.close();
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
