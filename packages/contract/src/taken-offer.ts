import type { CallResponse } from './calls.ts';
import { type ExternalRedirect, toExternalRedirect } from './external-redirect.ts';
import { isSafeLink } from './links.ts';

/** How a deposit goes on once its player has taken an offer (§4 "On-ramp continue"). */
export type TakenOffer =
  /** On the provider's page. */
  | { kind: 'page'; redirect: ExternalRedirect }
  /** The deposit has ended. */
  | { kind: 'ended' }
  /** The provider's page has no safe address, or there is none. */
  | { kind: 'unsupported' };

/**
 * Decodes the response of `external-deposit-continue`.
 * @param linkSchemes - the schemes that the method's links may have besides https
 */
export function decodeTakenOffer(
  { data, error }: CallResponse<'external-deposit-continue'>,
  linkSchemes: readonly string[] = [],
): TakenOffer {
  if (error !== null) return { kind: 'ended' };
  if (data === null || !isSafeLink(data.source, linkSchemes)) return { kind: 'unsupported' };
  return { kind: 'page', redirect: toExternalRedirect(data.source, data.method, data.fields) };
}
