import * as z from 'zod/mini';
import { ChainError } from '../../chain-rail.ts';

/** Numbers are hex texts, so no float ever holds an amount. */
export const quantitySchema = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((text) => BigInt(text)),
);

/** A number that is no amount: a height, a time in seconds, a place in a list. */
export const countSchema = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,10}$/i)),
  z.transform((text) => Number(text)),
);

export const wordSchema = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i), z.toLowerCase());
export const addressSchema = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i), z.toLowerCase());
export const bytesSchema = z.string().check(z.regex(/^0x[0-9a-f]*$/i), z.toLowerCase());

/** An object while the node loads the chain. */
export const syncingSchema = z.union([z.literal(false), z.looseObject({})]);

export const headSchema = z.object({
  number: countSchema,
  hash: wordSchema,
  timestamp: countSchema,
});

export const blockSchema = z.extend(headSchema, {
  parentHash: wordSchema,
  logsBloom: z.string().check(z.regex(/^0x[0-9a-f]{512}$/i)),
  transactions: z.array(
    z.object({
      hash: wordSchema,
      from: z.optional(addressSchema),
      /** Null: the transaction creates a contract. */
      to: z.nullable(addressSchema),
      value: quantitySchema,
    }),
  ),
});

export type EvmBlock = z.infer<typeof blockSchema>;

export const logsSchema = z.array(
  z.object({
    address: addressSchema,
    topics: z.array(wordSchema),
    data: bytesSchema,
    blockHash: wordSchema,
    transactionHash: wordSchema,
    logIndex: countSchema,
    /** True: its block is no longer in the chain. */
    removed: z.optional(z.boolean()),
  }),
);

export type EvmLog = z.infer<typeof logsSchema>[number];

export const receiptSchema = z.nullable(
  z.object({ blockHash: wordSchema, status: z.enum(['0x0', '0x1']) }),
);

/** What `decimals()` of a token returns, in 32 bytes. Null: nothing is there, or another thing. */
export const decimalsSchema = z.pipe(
  bytesSchema,
  z.transform((bytes) => {
    const decimals = bytes.length === 66 ? BigInt(bytes) : 256n;
    return decimals > 255n ? null : Number(decimals);
  }),
);

/** @throws a {@link ChainError} that names the field, not its value. */
export function decode<Schema extends z.ZodMiniType>(
  schema: Schema,
  result: unknown,
  method: string,
): z.output<Schema> {
  const parsed = schema.safeParse(result);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') || 'the result';
  throw new ChainError('malformed', `${method}: ${field} can't be read`);
}
