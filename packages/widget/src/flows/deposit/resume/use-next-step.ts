import {
  type DecodedDeposit,
  decodeNextStep,
  type ExternalRedirect,
  type PaymentMethod,
} from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import type { RouteName } from '../../../routing/route-names.ts';
import { useSession } from '../../../session/session.ts';
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts';
import type { KindOf } from '../method-kinds.ts';
import { resolvePage } from '../next-page.ts';
import { depositQuery } from '../unfinished.queries.ts';

/** The next step of an unfinished deposit. */
export type ResumedStep =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Failure; retry: () => void }
  | { kind: 'redirect'; redirect: ExternalRedirect }
  /** The provider asks for more fields. */
  | { kind: 'fields' }
  /** A page of the widget: with its code, its invoice, or its status. */
  | { kind: 'page'; to: RouteName };

/**
 * Loads the next step before the player presses, so that the provider's page can open in the click
 * itself.
 * @param method - undefined where it isn't offered here any more
 */
export function useNextStep(depositId: string, method?: PaymentMethod): ResumedStep {
  const { transport } = useSession();
  const { isFetching, refetch, ...latest } = useQuery(depositQuery(transport, depositId));
  // New data may bring texts that move the buttons.
  const data = useHeldWhilePressed(latest.data);
  const error = useHeldWhilePressed(latest.error);
  if (data === undefined) {
    if (error === null || isFetching) return { kind: 'loading' };
    return { kind: 'failed', failure: toFailure(error), retry: () => void refetch() };
  }
  const isReported = data.deposit.isReported === true;
  // What the player has reported as paid goes on at its status, which leads back to the code.
  if (data.created === null || isReported) return { kind: 'page', to: 'Complete deposit' };
  return resolveResumed(decodeNextStep(data.created, method), method);
}

/** Returns the step. The widget's payment pages link to the provider's page themselves. */
export function resolveResumed(
  { externalRedirect, next }: DecodedDeposit,
  method: KindOf | undefined,
): ResumedStep {
  switch (next.kind) {
    case 'fields':
      return { kind: 'fields' };
    case 'complete':
    case 'unsupported':
      if (externalRedirect !== null) return { kind: 'redirect', redirect: externalRedirect };
      return { kind: 'page', to: 'Complete deposit' };
    default:
      return { kind: 'page', to: resolvePage(next, method) };
  }
}
