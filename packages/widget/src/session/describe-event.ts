import type { AnalyticsEvent, CallResponse } from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { describeChosenMethod, type EventPayload } from '../telemetry/analytics.ts';
import { depositOfferKey, withdrawalOfferKey } from './offer-keys.ts';
import { resolveCountry } from './payment-country.ts';
import type { Session } from './session.ts';
import { useSessionStore } from './session-store.ts';

type Offer = CallResponse<'methods-payment-v3'> | CallResponse<'methods-withdrawal'>;

/**
 * Returns the payload that every analytics event has (§3): the chosen method, and the currency and
 * region of the offer, or of the host until the offer is loaded.
 */
export function describeEvent(
  { hostData }: Pick<Session, 'hostData'>,
  queryClient: QueryClient,
  category: AnalyticsEvent['event_category'],
): EventPayload {
  const { region, chosenMethods } = useSessionStore.getState();
  const keyOf = category === 'deposit' ? depositOfferKey : withdrawalOfferKey;
  const offer = queryClient.getQueryData<Offer>(keyOf(hostData, region));
  const name = chosenMethods[category];
  const currency = offer?.currency ?? hostData.currency;
  return {
    ...describeChosenMethod(
      category,
      offer?.methods.find((method) => method.name === name) ?? name,
    ),
    ...(currency !== undefined && { currency }),
    payment_region: offer?.country ?? region ?? resolveCountry(hostData),
  };
}
