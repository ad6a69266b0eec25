import * as z from 'zod/mini';

/** ISO 3166-1 alpha-2, lower case like the spec's payment regions. `Intl` provides the names. */
export const countrySchema = z
  .string()
  .check(z.regex(/^[a-z]{2}$/, 'must be a lower-case ISO 3166-1 alpha-2 code such as "in"'));

/** A country or territory with a phone prefix (§3 "Country entry"). Its name comes from `Intl`. */
export interface Country {
  /** The code as in `countrySchema`; Kosovo has `xk`. */
  code: string;
  /** The dial prefix with its plus: `+880`. Several countries may share one. */
  prefix: string;
  /** An example of a mobile number without the prefix: `1812 345678`. */
  example: string;
}
