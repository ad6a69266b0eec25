import * as z from 'zod/mini';

/** ISO 3166-1 alpha-2, lower case like the spec's payment regions. `Intl` provides the names. */
export const countrySchema = z
  .string()
  .check(z.regex(/^[a-z]{2}$/, 'must be a lower-case ISO 3166-1 alpha-2 code such as "in"'));
