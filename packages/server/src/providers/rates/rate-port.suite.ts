import { convertMoney } from '@kassa/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RatePort } from '../../core/rate-port.ts';

/** The rates with which every adapter is set up for the suite. */
export const suiteRates = { base: 'EUR', table: { USD: '1.08', JPY: '161.5', BTC: '0.00001' } };

/**
 * Tests that every rate source must pass. `open` returns a source with the rates of {@link
 * suiteRates}.
 */
export function testRatePort(
  name: string,
  open: () => Promise<{ port: RatePort; close: () => Promise<void> }>,
): void {
  describe(`${name} as a source of rates`, () => {
    let port: RatePort;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ port, close } = await open());
    });
    afterAll(() => close());
    const rate = async (from: string, to: string) => (await port.rate(from, to, new Date()))?.rate;

    test('gives the exact rate from its base', async () => {
      expect(await rate('EUR', 'USD')).toBe('1.08');
      expect(await rate('EUR', 'BTC')).toBe('0.00001');
    });

    test('gives the inverse rate', async () => {
      expect(await rate('USD', 'EUR')).toBe('0.925925925925925925');
      expect(await rate('BTC', 'EUR')).toBe('100000');
    });

    test('gives the rate between two other currencies, through the base', async () => {
      expect(await rate('USD', 'JPY')).toBe('149.537037037037037037');
      expect(await rate('JPY', 'BTC')).toBe('0.000000061919504643');
    });

    test('never gains by converting there and back', async () => {
      for (const [from, to] of [
        ['EUR', 'USD'],
        ['USD', 'JPY'],
        ['JPY', 'BTC'],
      ] as const) {
        const there = await rate(from, to);
        const back = await rate(to, from);
        const { money } = convertMoney({ amount: '1000', currency: from }, there ?? '0', to);
        const again = convertMoney(money, back ?? '0', from).money;
        expect(Number(again.amount)).toBeLessThanOrEqual(1000);
      }
    });

    test('names its source', async () => {
      const found = await port.rate('EUR', 'USD', new Date());
      expect(found?.source).toMatch(/./);
    });

    test.each([
      ['EUR', 'GBP'],
      ['GBP', 'EUR'],
      ['GBP', 'USD'],
      ['EUR', 'toString'],
      ['eur', 'usd'],
    ])('has no rate from %s to %s', async (from, to) => {
      expect(await port.rate(from, to, new Date())).toBeNull();
    });
  });
}
