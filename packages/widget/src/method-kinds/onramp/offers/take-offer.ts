import {
  decodeNextStep,
  decodeTakenOffer,
  type ExternalRedirect,
  type Money,
  type OnrampOffer,
  type PaymentMethod,
} from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type Failure, toFailure, unsupportedStep } from '../../../features/failure/failure.ts';
import { depositQuery, depositQueryName } from '../../../flows/deposit/unfinished.queries.ts';
import { isWebAddress } from '../../../popup/is-web-address.ts';
import { loadPopupPageAddress } from '../../../popup/popup-page-address.ts';
import type { Session } from '../../../session/session.ts';
import { TransportError } from '../../../transport/transport-error.ts';

interface Surroundings {
  session: Session;
  queryClient: QueryClient;
  /** Undefined where the method isn't offered here any more. */
  method: PaymentMethod | undefined;
}

/** The answer to a choice, or to a request for fresh offers. */
export type OfferAnswer =
  /**
   * The provider's page. `target` is the address for the popup: our own page for a native app that
   * can't post a form; null where only a click of the player's leads there. `received` is what the
   * taken offer brings.
   */
  | {
      kind: 'page';
      redirect: ExternalRedirect;
      target: ExternalRedirect | null;
      received: Money | null;
    }
  /** The deposit has ended without money (§4 "On-ramp continue"). */
  | { kind: 'ended' }
  /** The deposit is no longer the player's to pay: money has arrived, or it goes on elsewhere. */
  | { kind: 'elsewhere' }
  /** There are fresh offers. */
  | { kind: 'changed'; fresh: readonly OnrampOffer[] }
  | { kind: 'failed'; failure: Failure };

/**
 * Takes an offer, or asks for fresh ones without an id. Fresh offers are in the cache of the deposit
 * then. The same choice again is safe: it leads to the same page.
 */
export async function takeOffer(
  { session, queryClient, method }: Surroundings,
  depositId: string,
  offerId: string | undefined,
  signal: AbortSignal,
): Promise<OfferAnswer> {
  const { transport } = session;
  try {
    const request = { depositId, ...(offerId !== undefined && { offerId }) };
    const answer = await transport.call('external-deposit-continue', request, { signal });
    // The deposit's next step has changed: the cached one is stale.
    void queryClient.invalidateQueries({ queryKey: [depositQueryName], refetchType: 'none' });
    const taken = decodeTakenOffer(answer, method?.linkSchemes);
    if (taken.kind === 'ended') return taken;
    if (taken.kind === 'unsupported') {
      return { kind: 'failed', failure: unsupportedStep('offer', answer.reference) };
    }
    const { redirect } = taken;
    const { processingAmount: amount, processingCurrency: currency } = answer;
    return {
      kind: 'page',
      redirect,
      received: amount === null || currency === null ? null : { amount, currency },
      target: await resolveTarget(session, depositId, redirect, signal),
    };
  } catch (error) {
    const code = error instanceof TransportError ? error.code : '';
    if (code === 'deposit.notOpen' || code === 'deposit.notFound') return { kind: 'elsewhere' };
    if (code !== 'offer.changed') {
      return { kind: 'failed', failure: { ...toFailure(error), isCreated: true } };
    }
    return loadFresh({ session, queryClient, method }, depositId);
  }
}

async function loadFresh(
  { session: { transport }, queryClient, method }: Surroundings,
  depositId: string,
): Promise<OfferAnswer> {
  try {
    const query = { ...depositQuery(transport, depositId), staleTime: 0 };
    const { created } = await queryClient.fetchQuery(query);
    const next = created === null ? null : decodeNextStep(created, method).next;
    return next?.kind === 'offers'
      ? { kind: 'changed', fresh: next.offers }
      : { kind: 'elsewhere' };
  } catch (error) {
    return { kind: 'failed', failure: { ...toFailure(error), isCreated: true } };
  }
}

async function resolveTarget(
  session: Session,
  depositId: string,
  redirect: ExternalRedirect,
  signal: AbortSignal,
): Promise<ExternalRedirect | null> {
  // A popup can't open a link to an app: the player follows it by a click.
  if (!isWebAddress(redirect.url)) return null;
  if (!session.bridge.isNative || redirect.method === 'GET') return redirect;
  try {
    return { method: 'GET', url: await loadPopupPageAddress(session, depositId, signal) };
  } catch {
    return null;
  }
}
