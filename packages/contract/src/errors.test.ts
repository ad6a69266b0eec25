import { expect, test } from 'vitest';
import english from '../../../locales/en.json' with { type: 'json' };
import { CallError, type ErrorCode, errors } from './errors.ts';

/** Codes without a text of their own: the player reads `provider.error` (§8) or something else. */
const withoutWords: Partial<Record<ErrorCode, string>> = {
  'banking.merchantClientError': 'the text of the provider is shown',
  'banking.paymentMethodRegex': "the field's own error text is shown",
  'request.malformed': 'only a broken client sends it',
  'request.invalid': 'only a broken client sends it',
  'call.unknown': 'only a broken client sends it',
  'idempotency.keyMissing': 'only a broken client leaves it out',
  'idempotency.keyReused': 'only a broken client reuses one',
  'session.notFound': 'only a broken client sends an unknown one',
  'returnUrl.forbidden': 'only a broken client sends it',
};

test.each(Object.keys(errors) as ErrorCode[])('%s has a text, or a reason to have none', (code) => {
  const hasWords = `common.errors.${code}` in english;
  expect(hasWords).toBe(withoutWords[code] === undefined);
});

test('has no text for an unknown code', () => {
  const codes = Object.keys(english)
    .filter((key) => key.startsWith('common.errors.'))
    .map((key) => key.replace('common.errors.', ''));
  // Texts by HTTP status (§8) are for codes outside of the table.
  const isKnown = (code: string) => Object.hasOwn(errors, code) || /^http\.\d{3}$/.test(code);
  expect(codes.filter((code) => !isKnown(code))).toEqual([]);
});

test.each(Object.entries(errors))('%s has the status of a failure', (_, { status }) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
});

test('takes its status from the table', () => {
  const error = new CallError('amount.belowMin', 'too little', { limit: '10' });
  expect(error).toMatchObject({ status: 422, code: 'amount.belowMin', params: { limit: '10' } });
  expect(error).toBeInstanceOf(Error);
});
