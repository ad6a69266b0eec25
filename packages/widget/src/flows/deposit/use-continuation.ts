import { type CallResponse, type DepositSummary, decodeNextStep } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import type { Continuation } from './deposit-attempt.ts';
import { depositQuery } from './unfinished.queries.ts';

/** What there is of a deposit that a player comes back to, in a form's address. */
export type FoundContinuation =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  /** Its provider asks for nothing (any more): the complete page says where it stands. */
  | { kind: 'over' }
  | { kind: 'asking'; continuation: Continuation; deposit: DepositSummary };

/** A deposit that was begun before, and whose provider wants to know more. */
export function useContinuation(depositId: string, methodName: string): FoundContinuation {
  const { transport } = useSession();
  const { data, error, isFetching, refetch } = useQuery(depositQuery(transport, depositId));
  // What is asked for stays as it was while the player fills it in.
  const [found, setFound] = useState<CallResponse<'deposit-get'>>();
  if (found === undefined && data !== undefined && !isFetching) setFound(data);
  if (found === undefined) {
    if (isFetching || error === null) return { kind: 'loading' };
    return { kind: 'failed', error, retry: () => void refetch() };
  }
  const { deposit, created } = found;
  if (created === null || deposit.paymentMethod !== methodName) return { kind: 'over' };
  const { next } = decodeNextStep(created);
  if (next.kind !== 'fields') return { kind: 'over' };
  const { amount } = deposit;
  return {
    kind: 'asking',
    deposit,
    continuation: { depositId, paymentSessionId: null, amount, fields: next.fields },
  };
}
