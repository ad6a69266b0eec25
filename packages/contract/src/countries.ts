import * as z from 'zod/mini';

/** ISO 3166-1 alpha-2, in lower case as the spec's payment regions are. Names come from `Intl`. */
export const countrySchema = z
  .string()
  .check(z.regex(/^[a-z]{2}$/, 'must be a lower-case ISO 3166-1 alpha-2 code such as "in"'));
