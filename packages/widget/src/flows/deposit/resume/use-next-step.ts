import { type DecodedDeposit, decodeNextStep, type ExternalRedirect } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import type { RouteName } from '../../../routing/route-names.ts';
import { useSession } from '../../../session/session.ts';
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts';
import { resolvePage } from '../next-page.ts';
import { depositQuery } from '../unfinished.queries.ts';

/** How an unfinished deposit goes on. */
export type ResumedStep =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Failure; retry: () => void }
  | { kind: 'redirect'; redirect: ExternalRedirect }
  /** The provider wants to know more. */
  | { kind: 'fields' }
  /** On a page of ours: its code, its invoice, or where it stands. */
  | { kind: 'page'; to: RouteName };

/**
 * Asked for before the player presses, so that the provider's page can open in that very click.
 * @param linkSchemes - of the method: what its links to apps may begin with
 */
export function useNextStep(depositId: string, linkSchemes?: readonly string[]): ResumedStep {
  const { transport } = useSession();
  const { isFetching, refetch, ...latest } = useQuery(depositQuery(transport, depositId));
  // It may bring words that the buttons make room for.
  const data = useHeldWhilePressed(latest.data);
  const error = useHeldWhilePressed(latest.error);
  if (data === undefined) {
    if (error === null || isFetching) return { kind: 'loading' };
    return { kind: 'failed', failure: toFailure(error), retry: () => void refetch() };
  }
  if (data.created === null) return { kind: 'page', to: 'Complete deposit' };
  return resolveResumed(decodeNextStep(data.created, linkSchemes));
}

/** The pages of ours that a payment is made by have the way to the provider's page as well. */
export function resolveResumed({ externalRedirect, next }: DecodedDeposit): ResumedStep {
  switch (next.kind) {
    case 'fields':
      return { kind: 'fields' };
    case 'complete':
    case 'unsupported':
      if (externalRedirect !== null) return { kind: 'redirect', redirect: externalRedirect };
      return { kind: 'page', to: 'Complete deposit' };
    default:
      return { kind: 'page', to: resolvePage(next) };
  }
}
