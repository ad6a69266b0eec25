import { expect, test, vi } from 'vitest';
import { TokenRefusal } from '../players/verify-token.ts';
import { describeFailure } from './answer-call.ts';

test("says why a token was refused in the operator's log, and not to who sent it", () => {
  const info = vi.fn();
  const log = { info, warn: vi.fn(), error: vi.fn() };
  const refusal = new TokenRefusal('auth.tokenInvalid', 'Not valid here.', 'claim.aud', 'kassa');
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
      'a player token was refused',
    ],
  ]);
});
