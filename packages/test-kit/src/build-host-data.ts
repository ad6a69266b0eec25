import { type HostData, hostDataSchema } from '@kassa/contract';

/** What a host hands over: a token, English, and Germany as the region. */
export function buildHostData(overrides: Partial<HostData> = {}): HostData {
  return { ...hostDataSchema.parse({ token: 'token-1', paymentGeo: 'de' }), ...overrides };
}
