import { countrySchema, type HostData } from '@kassa/contract';

/** The region whose methods are shown (§3 `paymentGeo`); undefined where the host's is no country. */
export function resolveCountry({ paymentGeo }: HostData): string | undefined {
  return countrySchema.safeParse(paymentGeo.toLowerCase()).data;
}
