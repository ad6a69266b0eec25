import { expect, test } from 'vitest';
import { TransportError } from '../../transport/transport-error.ts';
import { describeFailure, toFailure, unsupportedStep } from './failure.ts';

const known = new Set(['common.errors.method.unavailable']);
const text = Object.assign((key: string) => key, { has: (key: string) => known.has(key) });

const refused = (code: string) =>
  toFailure(new TransportError({ kind: 'refused', code, message: 'The server’s words.' }));

test.each([
  ['banking.merchantClientError', 'The server’s words.'],
  ['method.unavailable', 'common.errors.method.unavailable'],
  ['some.newCode', 'provider.error'],
])('%s reads "%s"', (code, words) => {
  expect(describeFailure(refused(code), text)).toBe(words);
});

test('a lost network, an unknown step and a bug have words too', () => {
  const network = new TransportError({ kind: 'network', code: 'network', message: 'lost' });
  expect(describeFailure(toFailure(network), text)).toBe('socket.networkError');
  expect(describeFailure(unsupportedStep('pix', 'KS-1'), text)).toBe('deposit.unsupported');
  expect(describeFailure(toFailure(new Error('bug')), text)).toBe('provider.error');
  expect(describeFailure(refused('some.newCode'), text, 'common.errors.server.error')).toBe(
    'common.errors.server.error',
  );
});
