import type { CallRequest, HostData } from '@kassa/contract';
import { buildMethodsRequest } from './methods-request.ts';

/** Returns the cache key of a region's deposit methods; null stands for the host's region. */
export function depositOfferKey(hostData: HostData, region: string | null) {
  return ['methods-payment-v3', buildMethodsRequest(hostData, region)] as const;
}

/** Returns the cache key of a region's withdrawal methods; null stands for the host's region. */
export function withdrawalOfferKey(hostData: HostData, region: string | null) {
  const { country, currency } = buildMethodsRequest(hostData, region);
  const request: CallRequest<'methods-withdrawal'> = {
    ...(country && { country }),
    ...(currency && { currency }),
  };
  return ['methods-withdrawal', request] as const;
}
