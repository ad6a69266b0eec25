import { type HostData, hostDataSchema } from '@kassa/contract';

/** Host data: a token, English, and Germany as the region. */
export function buildHostData(overrides: Partial<HostData> = {}): HostData {
  return { ...hostDataSchema.parse({ token: 'token-1', paymentGeo: 'de' }), ...overrides };
}
