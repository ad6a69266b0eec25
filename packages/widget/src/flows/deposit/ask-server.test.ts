import { expect, test } from 'vitest';
import { CardError } from '../../features/card-envelope/card-error.ts';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import { describeError } from './ask-server.ts';

const refusal = (code: string) => new TransportError({ kind: 'refused', code, message: '' });

test.each([
  ['no answer', networkError('lost'), 'unknown'],
  ['an answer that is none', refusal('server.error'), 'unknown'],
  ['a request that is still running', refusal('idempotency.inFlight'), 'unknown'],
  ['a bug of ours', new Error('bug'), 'unknown'],
  ['payment details that don’t open', new CardError(new Error('OperationError')), 'unknown'],
  ['a token that has expired', refusal('auth.tokenExpired'), 'repeatable'],
  ['a token that isn’t taken', refusal('auth.tokenInvalid'), 'repeatable'],
  ['a captcha that is asked for', refusal('captcha_required'), 'repeatable'],
  ['a request that isn’t understood', refusal('request.invalid'), 'repeatable'],
  ['one try too many', refusal('rate.limited'), 'repeatable'],
  ['a method that is gone', refusal('method.unavailable'), 'refused'],
  ['an amount over the limit', refusal('limit.exceeded'), 'refused'],
])('of %s the outcome is told', (_, error, outcome) => {
  expect(describeError(error)).toMatchObject({ kind: 'failed', outcome });
});
