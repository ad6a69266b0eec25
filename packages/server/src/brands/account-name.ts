import * as z from 'zod/mini';

/** The name of an account. */
export const accountNameSchema = z
  .string()
  .check(
    z.maxLength(64),
    z.regex(/^[a-z][a-zA-Z0-9_-]*$/, 'must be the name of an account such as "acme-pay-eu"'),
  );
