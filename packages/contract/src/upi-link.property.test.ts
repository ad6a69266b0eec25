import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals } from './money.ts';
import { isUpiLinkOf, listUpiAppLinks, writeUpiLink } from './upi-link.ts';

/* Links are read by Node's own parser of URLs, and not by ours. */

const vpa = fc.stringMatching(/^[A-Za-z0-9._-]{2,20}@[A-Za-z][A-Za-z0-9]{1,10}$/);
const amount = fc
  .bigInt({ min: 1n, max: 10n ** 14n })
  .map((paise) => `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`);
/** Names and references of any script, with the characters that separate a link's parts. */
const words = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(' ', '&', '#', '=', '+', '%', ';', '?', '/', '"', '₹', 'न', 'é', '🙂'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      { minLength: 1, maxLength },
    )
    .map((all) =>
      all
        .join('')
        .replace(/\p{Cc}/gu, '')
        .trim(),
    )
    .filter((text) => text !== '' && [...text].length <= maxLength);

test('payee, name, amount and reference come back exactly', () => {
  const payments = fc.record({ vpa, name: words(99), amount, reference: words(50) });
  fc.assert(
    fc.property(payments, (payment) => {
      const sum = { amount: payment.amount, currency: 'INR' };
      const link = writeUpiLink({ ...payment, amount: sum }) ?? '';
      expect(link).toMatch(/^upi:\/\/pay\?[\w.~!*'()%@&=-]+$/);
      const read = new URL(link).searchParams;
      expect(read.get('pa')).toBe(payment.vpa);
      expect(read.get('pn')).toBe(payment.name);
      expect(read.get('am')).toMatch(/^\d+\.\d\d$/);
      expect(compareDecimals(read.get('am') ?? '', payment.amount)).toBe(0);
      expect(read.get('tn')).toBe(payment.reference);
      expect(read.get('tr') ?? '').toMatch(/^[A-Za-z0-9]{0,35}$/);
      expect(read.get('cu')).toBe('INR');
      expect(new Set(read.keys()).size).toBe([...read.keys()].length);
    }),
  );
});

test('a link pays its own amount to its own payee, and no other', () => {
  fc.assert(
    fc.property(vpa, vpa, amount, amount, (payee, otherPayee, sum, otherSum) => {
      const of = (one: string, asked: string) => ({
        vpa: one,
        amount: { amount: asked, currency: 'INR' },
        askedReference: 'KS-1',
      });
      const link = writeUpiLink({ ...of(payee, sum), name: null, reference: 'KS-1' });
      const isSame = payee.toLowerCase() === otherPayee.toLowerCase();
      const isSameSum = compareDecimals(sum, otherSum) === 0;
      // Twelve digits are more than UPI moves.
      const isShort = sum.length <= 15;
      expect(isUpiLinkOf(link ?? '', of(otherPayee, otherSum))).toBe(
        isSame && isSameSum && isShort,
      );
      expect(isUpiLinkOf(link ?? '', of(payee, sum))).toBe(isShort);
    }),
  );
});

test('an intent has a fixed end, whatever the payment says', () => {
  fc.assert(
    fc.property(vpa, words(99), words(50), (payee, name, reference) => {
      const sum = { amount: '10', currency: 'INR' };
      const link = writeUpiLink({ vpa: payee, name, reference, amount: sum }) ?? '';
      const options = { device: 'android', schemes: ['upi'], hasIntents: true } as const;
      for (const { app, href } of listUpiAppLinks(link, options)) {
        if (app !== null)
          expect(href.replace(/^[^#]+#/, '')).toMatch(/^Intent;scheme=upi;package=[\w.]+;end$/);
      }
    }),
  );
});
