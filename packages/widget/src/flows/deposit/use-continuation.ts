import {
  type CallResponse,
  type DepositSummary,
  decodeNextStep,
  type PaymentMethod,
} from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RouteName } from '../../routing/route-names.ts';
import { useSession } from '../../session/session.ts';
import type { Continuation } from './deposit-attempt.ts';
import { resolvePage } from './next-page.ts';
import { depositQuery } from './unfinished.queries.ts';

/** The state of an existing deposit that the form's address names. */
export type FoundContinuation =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  /** Its provider asks for no more fields: the deposit goes on, or has ended, on another page. */
  | { kind: 'over'; to: RouteName }
  | { kind: 'asking'; continuation: Continuation; deposit: DepositSummary };

/** Loads an existing deposit whose provider asks for more fields. */
export function useContinuation(depositId: string, method: PaymentMethod): FoundContinuation {
  const { transport } = useSession();
  const { data, error, isFetching, refetch } = useQuery(depositQuery(transport, depositId));
  // The fields stay the same while the player fills them in.
  const [found, setFound] = useState<CallResponse<'deposit-get'>>();
  if (found === undefined && data !== undefined && !isFetching) setFound(data);
  if (found === undefined) {
    if (isFetching || error === null) return { kind: 'loading' };
    return { kind: 'failed', error, retry: () => void refetch() };
  }
  const { deposit, created } = found;
  const isOurs = deposit.paymentMethod === method.name;
  if (created === null || !isOurs) return { kind: 'over', to: 'Complete deposit' };
  const { next } = decodeNextStep(created);
  if (next.kind === 'unsupported') return { kind: 'over', to: 'Complete deposit' };
  if (next.kind !== 'fields') return { kind: 'over', to: resolvePage(next, method) };
  const { amount } = deposit;
  return {
    kind: 'asking',
    deposit,
    continuation: { depositId, paymentSessionId: null, amount, fields: next.fields },
  };
}
