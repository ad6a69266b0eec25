import * as z from 'zod/mini';

/**
 * The body of every failed call: `{error: {code, message}}` (design §4), with a reference for
 * support.
 */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    params: z.optional(z.record(z.string(), z.string())),
    /** The reference for support; it identifies the request in the logs. */
    reference: z.optional(z.string()),
  }),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
