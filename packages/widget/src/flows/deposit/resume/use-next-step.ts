import { decodeNextStep, type ExternalRedirect } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import { useSession } from '../../../session/session.ts';
import { depositQuery } from '../unfinished.queries.ts';

/** How an unfinished deposit goes on. */
export type ResumedStep =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Failure; retry: () => void }
  | { kind: 'redirect'; redirect: ExternalRedirect }
  /** The provider wants to know more. */
  | { kind: 'fields' }
  /** Nothing is left to do here: the complete page says where it stands. */
  | { kind: 'complete' };

/** Asked for before the player presses, so that the provider's page can open in that very click. */
export function useNextStep(depositId: string): ResumedStep {
  const { transport } = useSession();
  const { data, error, isFetching, refetch } = useQuery(depositQuery(transport, depositId));
  if (data === undefined) {
    if (error === null || isFetching) return { kind: 'loading' };
    return { kind: 'failed', failure: toFailure(error), retry: () => void refetch() };
  }
  if (data.created === null) return { kind: 'complete' };
  const { externalRedirect: redirect, next } = decodeNextStep(data.created);
  if (redirect !== null) return { kind: 'redirect', redirect };
  return { kind: next.kind === 'fields' ? 'fields' : 'complete' };
}
