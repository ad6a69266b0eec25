import {
  type CallRequest,
  type Experiment,
  type Platform,
  platforms,
  resolveGroup,
} from '@kassa/contract';
import { resolveCountry } from './payment-country.ts';

/** What the request for methods is made of; a part of the host's data, as far as it is sound. */
export interface MethodsRequestParts {
  paymentGeo?: string | undefined;
  token: string;
  currency?: string | undefined;
  experiments: readonly Experiment[];
  platform?: string | undefined;
}

/**
 * The body of `methods-payment-v3`. Without a schema library, since the early script makes the very
 * same request before the rest of the widget is there.
 */
export function buildMethodsRequest(
  { paymentGeo, token, currency, experiments, platform }: MethodsRequestParts,
  region: string | null = null,
): CallRequest<'methods-payment-v3'> {
  const abTestGroup = resolveTestGroup(experiments);
  return {
    country: region ?? resolveCountry({ paymentGeo, token }),
    ...(currency !== undefined && /^[A-Z][A-Z0-9]{2,9}$/.test(currency) && { currency }),
    platform: platforms.find((known) => known === platform) ?? guessPlatform(),
    ...(abTestGroup !== undefined && { abTestGroup }),
  };
}

/** Of a host that doesn't say what the player uses: by what the browser says of itself. */
function guessPlatform(): Platform {
  return /Mobi/.test(navigator.userAgent) ? 'mobile' : 'desktop';
}

/** The group that goes along as `abTestGroup`; none where the host's is longer than a name. */
export function resolveTestGroup(experiments: readonly Experiment[]): string | undefined {
  const group = resolveGroup(experiments, 'payment_methods');
  return group === null || group.length > 32 ? undefined : group;
}
