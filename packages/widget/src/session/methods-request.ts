import { type Experiment, resolveGroup } from '@kassa/contract';

/** What the request for methods is made of; a part of the host's data, as far as it is sound. */
export interface MethodsRequestParts {
  paymentGeo: string;
  currency?: string | undefined;
  experiments: readonly Experiment[];
}

/**
 * The body of `methods-payment-v3`. Without a schema library, since the early script makes the very
 * same request before the rest of the widget is there.
 */
export function buildMethodsRequest(
  { paymentGeo, currency, experiments }: MethodsRequestParts,
  region: string | null = null,
): { country?: string; currency?: string; abTestGroup?: string } {
  const country = region ?? paymentGeo.toLowerCase();
  const abTestGroup = resolveTestGroup(experiments);
  return {
    ...(/^[a-z]{2}$/.test(country) && { country }),
    ...(currency !== undefined && /^[A-Z][A-Z0-9]{2,9}$/.test(currency) && { currency }),
    ...(abTestGroup !== undefined && { abTestGroup }),
  };
}

/** The group that goes along as `abTestGroup`; none where the host's is longer than a name. */
export function resolveTestGroup(experiments: readonly Experiment[]): string | undefined {
  const group = resolveGroup(experiments, 'payment_methods');
  return group === null || group.length > 32 ? undefined : group;
}
