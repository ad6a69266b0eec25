import { expect, test } from 'vitest';
import english from '../../../locales/en.json' with { type: 'json' };
import { CallError, type ErrorCode, errors } from './errors.ts';

/** Codes without words of their own: a player reads `provider.error` (§8), or something else. */
const withoutWords: Partial<Record<ErrorCode, string>> = {
  'banking.merchantClientError': "the provider's own words are shown",
  'banking.paymentMethodRegex': 'the field itself says what is wrong',
  'request.malformed': 'only a broken client sends it',
  'request.invalid': 'only a broken client sends it',
  'request.tooLarge': 'only a broken client sends it',
  'call.unknown': 'only a broken client sends it',
  'idempotency.keyMissing': 'only a broken client leaves it out',
  'idempotency.keyReused': 'only a broken client does it',
  'session.notFound': 'only a broken client makes one up',
  'returnUrl.forbidden': 'only a broken client asks for it',
};

test.each(Object.keys(errors) as ErrorCode[])('%s has words, or a reason to have none', (code) => {
  const hasWords = `common.errors.${code}` in english;
  expect(hasWords).toBe(withoutWords[code] === undefined);
});

test('has no words for a code that does not exist', () => {
  const codes = Object.keys(english)
    .filter((key) => key.startsWith('common.errors.'))
    .map((key) => key.replace('common.errors.', ''));
  // Words by HTTP status (§8) are for codes that no table has.
  const isKnown = (code: string) => Object.hasOwn(errors, code) || /^http\.\d{3}$/.test(code);
  expect(codes.filter((code) => !isKnown(code))).toEqual([]);
});

test.each(Object.entries(errors))('%s has a status that says failure', (_, { status }) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
});

test('takes its status from the table', () => {
  const error = new CallError('amount.belowMin', 'too little', { limit: '10' });
  expect(error).toMatchObject({ status: 422, code: 'amount.belowMin', params: { limit: '10' } });
  expect(error).toBeInstanceOf(Error);
});
