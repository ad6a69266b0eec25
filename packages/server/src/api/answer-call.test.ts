import { expect, test, vi } from 'vitest';
import { TokenRejected } from '../players/verify-token.ts';
import { describeFailure } from './answer-call.ts';

test("logs why a token was rejected, and doesn't tell the sender", () => {
  const info = vi.fn();
  const log = { info, warn: vi.fn(), error: vi.fn() };
  const refusal = new TokenRejected('auth.tokenInvalid', 'Not valid here.', 'claim.aud', 'kassa');
  const incoming = { name: 'user-get', reference: 'KR-1' };
  expect(describeFailure({ log }, refusal, incoming)).toEqual({
    status: 401,
    body: {
      error: {
        code: 'auth.tokenInvalid',
        message: 'Not valid here.',
        params: {},
        reference: 'KR-1',
      },
    },
  });
  expect(info.mock.calls).toEqual([
    [
      { reason: 'claim.aud', brandId: 'kassa', call: 'user-get', reference: 'KR-1' },
      'a player token was rejected',
    ],
  ]);
});
