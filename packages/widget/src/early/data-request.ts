import { normalizeCurrency } from '@kassa/contract';
import { buildMethodsRequest } from '../session/methods-request.ts';
import { buildCallHeaders } from '../transport/call-headers.ts';
import { type HostPayload, readExperiments, text } from './host-payload.ts';

/** The request for the data of a first screen, exactly as the widget sends it. */
export interface DataRequest {
  address: string;
  init: RequestInit;
  /** The body before it is a text; undefined for a request without one. */
  body?: object;
}

/**
 * Builds the request for the data of a screen; null for a screen that needs none.
 * @param path - the screen's path under the product, empty for the list
 */
export function buildDataRequest(
  path: string,
  payload: HostPayload,
  token: string,
): DataRequest | null {
  const { paymentGeo, currency, platform } = payload;
  const headers = { ...buildCallHeaders(payload, false), authorization: `Bearer ${token}` };
  const body = buildMethodsRequest({
    paymentGeo: text(paymentGeo),
    token,
    currency: normalizeCurrency(text(currency) ?? '') || undefined,
    experiments: readExperiments(payload),
    platform: text(platform),
  });
  const calls = `${location.origin}/api/banking/`;
  const cache = 'no-store';
  if (path === '/withdrawal') {
    const query = new URLSearchParams();
    for (const name of ['country', 'currency'] as const) {
      const value = body[name];
      if (value !== undefined) query.set(name, value);
    }
    return {
      address: `${calls}methods-withdrawal?${query}`,
      init: { method: 'GET', cache, headers },
    };
  }
  // The list, or another deposit screen, in either cashier.
  if (path !== '' && path !== '/deposit' && !path.startsWith('/deposit/')) return null;
  return {
    address: `${calls}methods-payment-v3`,
    init: {
      method: 'POST',
      cache,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    body,
  };
}

/** Builds the request for the coin packages, with which the sweepstake cashier starts. */
export function buildPackagesRequest({ address, init }: DataRequest): DataRequest {
  return {
    address: address.replace('methods-payment-v3', 'sweepstake-boxes'),
    init: { ...init, body: '{}' },
  };
}
