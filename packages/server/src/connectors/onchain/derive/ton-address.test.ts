import { Address } from '@ton/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTonAddress, parseTonAddress, toRawTon } from './ton-address.ts';

const anyAccount = fc.record({
  workchain: fc.constantFrom(0, -1),
  bytes: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  isBounceable: fc.boolean(),
  isTestOnly: fc.boolean(),
});

test("an address is written and read as by TON's own library", () => {
  fc.assert(
    fc.property(anyAccount, ({ workchain, bytes, isBounceable, isTestOnly }) => {
      const theirs = new Address(workchain, Buffer.from(bytes));
      const account = { workchain, hash: Buffer.from(bytes).toString('hex') };
      const options = { bounceable: isBounceable, testOnly: isTestOnly };
      const friendly = theirs.toString(options);
      expect(formatTonAddress(account, { isBounceable, isTestOnly })).toBe(friendly);
      expect(parseTonAddress(friendly)).toEqual({ ...account, isTestOnly });
      const classic = theirs.toString({ ...options, urlSafe: false });
      expect(parseTonAddress(classic)).toEqual({ ...account, isTestOnly });
      expect(toRawTon(account)).toBe(theirs.toRawString());
      expect(parseTonAddress(theirs.toRawString())).toEqual({ ...account, isTestOnly: false });
    }),
    { numRuns: 300 },
  );
});

test('a mistyped character is found', () => {
  const address = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
  expect(parseTonAddress(address)).not.toBeNull();
  const character = fc.constantFrom(...'ABCDEFabcdef0123456789-_');
  fc.assert(
    fc.property(fc.nat(address.length - 1), character, (place, wrong) => {
      fc.pre(address[place] !== wrong);
      expect(
        parseTonAddress(address.slice(0, place) + wrong + address.slice(place + 1)),
      ).toBeNull();
    }),
  );
});

test.each([
  '',
  'EQ',
  'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sD',
  'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs=',
  // Both alphabets in one text.
  'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCi+Rv7Nw2Id_sDs',
  '1:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
  '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621d',
  'foundation.ton',
])('"%s" is no address', (text) => {
  expect(parseTonAddress(text)).toBeNull();
});
