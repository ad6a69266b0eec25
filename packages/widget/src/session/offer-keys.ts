import type { CallRequest, HostData } from '@kassa/contract';
import { buildMethodsRequest } from './methods-request.ts';

/** The cache's key of the methods of a region, the host's where it is null: the call and its request. */
export function depositOfferKey(hostData: HostData, region: string | null) {
  return ['methods-payment-v3', buildMethodsRequest(hostData, region)] as const;
}

/** The same of the ways to be paid out. */
export function withdrawalOfferKey(hostData: HostData, region: string | null) {
  const { country, currency } = buildMethodsRequest(hostData, region);
  const request: CallRequest<'methods-withdrawal'> = {
    ...(country && { country }),
    ...(currency && { currency }),
  };
  return ['methods-withdrawal', request] as const;
}
