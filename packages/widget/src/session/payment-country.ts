import { countrySchema, type HostData } from '@kassa/contract';

/**
 * Returns the region whose methods show (§3 `paymentGeo`); undefined where the host's isn't a
 * country.
 */
export function resolveCountry({ paymentGeo }: HostData): string | undefined {
  return countrySchema.safeParse(paymentGeo.toLowerCase()).data;
}
