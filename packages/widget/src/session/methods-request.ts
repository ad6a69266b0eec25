import {
  type CallRequest,
  type Experiment,
  type Platform,
  platforms,
  resolveGroup,
} from '@kassa/contract';
import { hasApplePay } from './has-apple-pay.ts';
import { resolveCountry } from './payment-country.ts';

/** The parts of the request for methods: the valid part of the host's data. */
export interface MethodsRequestParts {
  paymentGeo?: string | undefined;
  token: string;
  currency?: string | undefined;
  experiments: readonly Experiment[];
  platform?: string | undefined;
}

/**
 * Builds the body of `methods-payment-v3`, without a schema library, since the early script sends
 * exactly the same request before the widget's code is loaded.
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
    ...(hasApplePay() && { hasApplePay: true }),
  };
}

/** Returns the platform by the browser's user agent, for a host that doesn't send it. */
function guessPlatform(): Platform {
  return /Mobi/.test(navigator.userAgent) ? 'mobile' : 'desktop';
}

/** Returns the group for `abTestGroup`; undefined where the host's is longer than a name. */
export function resolveTestGroup(experiments: readonly Experiment[]): string | undefined {
  const group = resolveGroup(experiments, 'payment_methods');
  return group === null || group.length > 32 ? undefined : group;
}
