import type { CallRequest } from '@kassa/contract';
import { buildWithdrawal, type FakeAnswers } from '@kassa/test-kit';
import { TransportError } from '../../../transport/transport-error.ts';
import type { setUpWithdrawal } from './set-up-withdrawal.tsx';

/** The answer to a creation. */
export const created: FakeAnswers = { 'withdrawal-create': buildWithdrawal() };

/** A refusal of the server. */
export const refused = (code: string, status = 422, params: Record<string, string> = {}) =>
  new TransportError({ kind: 'refused', code, message: '', status, params });

type Calls = ReturnType<typeof setUpWithdrawal>['callsOf'];

/** Returns the creations that were sent, with their idempotency keys. */
export const creationsOf = (callsOf: Calls) =>
  callsOf('withdrawal-create').map(({ idempotencyKey, request }) => ({
    key: idempotencyKey,
    request: request as CallRequest<'withdrawal-create'>,
  }));
