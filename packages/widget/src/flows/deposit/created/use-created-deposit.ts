import {
  type DepositSummary,
  decodeNextStep,
  type ExternalRedirect,
  type NextStep,
  type PaymentMethod,
} from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Target } from '../../../routing/route.ts';
import type { RouteName } from '../../../routing/route-names.ts';
import { useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useMethods } from '../deposit.queries.ts';
import { resolveDefaultEntry, resolvePage } from '../next-page.ts';
import { depositQuery, type KnownDeposit } from '../unfinished.queries.ts';

/** A deposit that waits for its player on a page of the widget. */
export interface CreatedDeposit<Step> {
  deposit: DepositSummary;
  step: Step;
  /** The provider's page that accompanies it (§4). */
  redirect: ExternalRedirect | null;
  /** Undefined where the method isn't offered here any more. */
  method: PaymentMethod | undefined;
  /** How far the device's clock is ahead of the server's, in ms; null while it is unknown. */
  clockAheadMs: number | null;
}

type FoundDeposit<Step> =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  /** The deposit goes on, or has ended, on another page. */
  | { kind: 'elsewhere'; target: Target }
  | ({ kind: 'ready' } & CreatedDeposit<Step>);

/**
 * Finds the deposit of the address for the page of one kind of step: in the cache after its
 * creation, or from the server after a reload. The found deposit stays while the player is on the
 * page.
 * @param pick - picks the page's step; null for a step of another page
 */
export function useCreatedDeposit<Step>(
  page: RouteName,
  pick: (next: NextStep) => Step | null,
): FoundDeposit<Step> {
  const { depositId = '', group, to } = useSearch();
  const { transport } = useSession();
  const { catalogue } = useMethods();
  const { data, error, isFetching, refetch } = useQuery(depositQuery(transport, depositId));
  const [found, setFound] = useState<KnownDeposit>();
  if (data !== undefined && data.created !== null && data !== found) setFound(data);
  const known = found ?? data;
  if (known === undefined) {
    if (isFetching || error === null) return { kind: 'loading' };
    return { kind: 'failed', error, retry: () => void refetch() };
  }
  const { deposit, created, clockAheadMs } = known;
  const method = catalogue?.methods.find(({ name }) => name === deposit.paymentMethod);
  const search = { depositId, method: deposit.paymentMethod, group, to };
  if (created === null) return { kind: 'elsewhere', target: { to: 'Complete deposit', search } };
  const { next, externalRedirect: redirect } = decodeNextStep(created, method);
  const step = pick(next);
  if (step !== null) return { kind: 'ready', deposit, step, redirect, method, clockAheadMs };
  const elsewhere = resolveElsewhere(next, page, method);
  return { kind: 'elsewhere', target: { to: elsewhere, search } };
}

/** Returns another page than this one, which would redirect to itself for ever. */
function resolveElsewhere(
  next: NextStep,
  page: RouteName,
  method: PaymentMethod | undefined,
): RouteName {
  if (next.kind === 'fields') return resolveDefaultEntry();
  if (next.kind === 'unsupported') return 'Complete deposit';
  const to = resolvePage(next, method);
  return to === page ? 'Complete deposit' : to;
}
