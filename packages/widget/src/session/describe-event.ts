import type { AnalyticsEvent, CallResponse } from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { describeChosenMethod, type EventPayload } from '../telemetry/analytics.ts';
import { depositOfferKey, withdrawalOfferKey } from './offer-keys.ts';
import { resolveCountry } from './payment-country.ts';
import type { Session } from './session.ts';
import { useSessionStore } from './session-store.ts';

type Offer = CallResponse<'methods-payment-v3'> | CallResponse<'methods-withdrawal'>;

/**
 * What every analytics event says (§3), wherever it comes from: currency and region of what is
 * offered, before it is known the host's, and the chosen method.
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
