import { expect, test } from 'vitest';
import { TransportError } from '../../transport/transport-error.ts';
import { CaptchaError } from '../captcha/captcha-error.ts';
import { CardError } from '../card-envelope/card-error.ts';
import { describeFailure, titleOfFailure, toFailure, unsupportedStep } from './failure.ts';

const known = new Set([
  'common.errors.method.unavailable',
  'common.errors.server.error',
  'common.errors.http.502',
  'common.errors.banking.paymentMethodRegex',
  'deposit.captcha.expired',
]);
const text = Object.assign((key: string) => key, { has: (key: string) => known.has(key) });

const refused = (code: string, status = 422, reference = 'KR-7Q2M-41XK') =>
  toFailure(
    new TransportError({
      kind: 'refused',
      code,
      message: 'The server’s words.',
      status,
      reference,
    }),
  );

test.each([
  ['banking.merchantClientError', 422, 'The server’s words.'],
  ['method.unavailable', 422, 'common.errors.method.unavailable'],
  ['method.unavailable', 502, 'common.errors.method.unavailable'],
  ['some.newCode', 422, 'provider.error'],
  ['some.newCode', 502, 'common.errors.http.502'],
  // A proxy's response without a code of the server.
  ['server.error', 502, 'common.errors.http.502'],
  ['server.error', 200, 'common.errors.server.error'],
  ['banking.paymentMethodRegex', 422, 'provider.error'],
  ['banking.paymentMethodRegex', 502, 'provider.error'],
  ['', 502, 'provider.error'],
])('%s with %i reads "%s" (§8)', (code, status, words) => {
  expect(describeFailure(refused(code, status), text)).toBe(words);
});

test('a provider’s rejection without a message still has a text', () => {
  const silent = { ...refused('banking.merchantClientError'), message: '' };
  expect(describeFailure(silent, text)).toBe('provider.error');
});

test('an unknown step and a bug have texts too', () => {
  expect(describeFailure(unsupportedStep('pix', 'KS-1'), text)).toBe('deposit.unsupported');
  expect(describeFailure(toFailure(new Error('bug')), text)).toBe('provider.error');
  expect(describeFailure(refused('some.newCode'), text, 'common.errors.server.error')).toBe(
    'common.errors.server.error',
  );
});

test('a lost connection tells what is known of the deposit', () => {
  const network = toFailure(
    new TransportError({ kind: 'network', code: 'network', message: 'lost' }),
  );
  expect(describeFailure(network, text)).toBe('socket.networkError');
  expect(titleOfFailure(network)).toBe('error.snackbar.title');
  const inDoubt = { ...network, isOutcomeUnknown: true };
  expect(describeFailure(inDoubt, text)).toBe('deposit.unknown.network');
  expect(titleOfFailure(inDoubt)).toBe('deposit.unknown.title');
});

test.each([
  ['the provider declined', refused('provider.declined', 422, 'KS-7Q2M-41XK')],
  ['could not be sent to the provider', refused('provider.unavailable', 502, 'KS-7Q2M-41XK')],
  ['this version can’t continue', unsupportedStep('pix', 'KS-7Q2M-41XK')],
])('a deposit that %s isn’t reported as not created', (_, failure) => {
  expect(titleOfFailure(failure)).toBe('deposit.refused.title');
});

test('a rejection without a deposit is reported as not created', () => {
  expect(titleOfFailure(refused('limit.exceeded'))).toBe('error.snackbar.title');
});

test('a provider’s timeout isn’t reported as not created', () => {
  expect(titleOfFailure(refused('provider.timeout', 504))).toBe('deposit.unknown.title');
});

test('a captcha’s failure has a text for its kind', () => {
  const expired = toFailure(new CaptchaError('expired', 'too old'));
  expect(describeFailure(expired, text)).toBe('deposit.captcha.expired');
  expect(titleOfFailure(expired)).toBe('error.snackbar.title');
  const closed = toFailure(new CaptchaError('closed', 'by the player'));
  expect(titleOfFailure(closed)).toBe('deposit.captcha.closedTitle');
});

test('payment details that can’t be decrypted have a text and a reference', () => {
  const failure = toFailure(new CardError(new Error('OperationError'), 'KS-7Q2M-41XK'));
  expect(describeFailure(failure, text)).toBe('deposit.card.unreadable');
  expect(titleOfFailure(failure)).toBe('deposit.card.title');
  expect(failure.reference).toBe('KS-7Q2M-41XK');
});
