import { expect, test } from 'vitest';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import { describeError } from './ask-server.ts';

const refusal = (code: string) => new TransportError({ kind: 'refused', code, message: '' });

test.each([
  ['no response', networkError('lost'), 'unknown'],
  ['a response that is no deposit', refusal('server.error'), 'unknown'],
  ['a request that is still running', refusal('idempotency.inFlight'), 'unknown'],
  ['a bug of the widget', new Error('bug'), 'unknown'],
  ['an expired token', refusal('auth.tokenExpired'), 'repeatable'],
  ['an invalid token', refusal('auth.tokenInvalid'), 'repeatable'],
  ['a request for a captcha', refusal('captcha_required'), 'repeatable'],
  ['an invalid request', refusal('request.invalid'), 'repeatable'],
  ['a rate limit', refusal('rate.limited'), 'repeatable'],
  ['a removed method', refusal('method.unavailable'), 'refused'],
  ['an amount over the limit', refusal('limit.exceeded'), 'refused'],
])('the outcome after %s', (_, error, outcome) => {
  expect(describeError(error)).toMatchObject({ kind: 'failed', outcome });
});
