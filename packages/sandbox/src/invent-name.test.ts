import { expect, it } from 'vitest';
import { inventName, inventNames } from './invent-name.ts';

it('is a name of the country, else of the currency’s', () => {
  const germans = / (Becker|Hoffmann|Krüger|Lehmann|Vogel|Wolff)$/;
  expect(inventName({ country: 'DE', currency: 'USD' }, 'ada')).toMatch(germans);
  expect(inventName({ country: 'zz', currency: 'EUR' }, 'ada')).toMatch(germans);
  expect(inventName({ country: null, currency: 'INR' }, 'ada')).toMatch(
    / (Gupta|Iyer|Mehta|Nair|Patel|Sharma)$/,
  );
  expect(inventName({ currency: 'BTC' }, 'ada')).toMatch(
    / (Bennett|Clarke|Edwards|Hughes|Palmer|Turner)$/,
  );
});

it('stays the same for a customer, and differs between customers', () => {
  const name = (seed: string) => inventName({ country: 'br' }, seed);
  expect(name('ada')).toBe(name('ada'));
  expect(new Set(['ada', 'bob', 'cy', 'dee', 'eve'].map(name)).size).toBeGreaterThan(1);
});

it.each(['de', 'se', 'hu'])('names of %s never end, and none returns', (country) => {
  const names = [...inventNames({ country }).take(500)];
  expect(new Set(names).size).toBe(500);
  const plain = names.filter((name) => /^\S+ \S+$/.test(name));
  expect(names.slice(0, plain.length)).toEqual(plain);
  expect(plain.length).toBeGreaterThanOrEqual(30);
  expect(names[plain.length]).toMatch(/^\S+ (\S+) (?!\1$)\S+$/);
});
