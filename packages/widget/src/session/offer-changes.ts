import type { Query, QueryClient } from '@tanstack/react-query';
import type { Session } from './session.ts';

/**
 * The age in ms from which the offer is loaded again when its screen opens or the page shows again.
 */
export const offerStaleMs = 10_000;

const offerCalls: readonly unknown[] = [
  'methods-payment-v3',
  'methods-withdrawal',
  'methods-country-selector-v2',
];

const isOffer = ({ queryKey }: Pick<Query, 'queryKey'>) => offerCalls.includes(queryKey[0]);

/** Loads the offer again: at once where a screen shows it. */
export function renewOffer(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: isOffer });
}

/**
 * Loads the offer again when the operator has switched a method, and after a lost connection, since
 * the push may have been missed.
 */
export function followOfferChanges(
  { transport }: Pick<Session, 'transport'>,
  queryClient: QueryClient,
): () => void {
  const stopPushes = transport.onPush(({ name }) => {
    if (name === 'methods.changed') renewOffer(queryClient);
  });
  const stopConnects = transport.onConnect(() => {
    void queryClient.refetchQueries({ predicate: isOffer, type: 'active', stale: true });
  });
  return () => {
    stopPushes();
    stopConnects();
  };
}
