import * as z from 'zod/mini';

/*
 * The answers of the API v3 of TON Center, read by `parseJson`: every number is a text, as 64-bit
 * ones are in the API itself. Only the fields that are used.
 */

/** 32 bytes in base64; becomes hex. */
const hashSchema = z.pipe(
  z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
  z.transform((hash) => Buffer.from(hash, 'base64').toString('hex')),
);

/** `0:` and 64 hex digits, in upper case; becomes lower case. */
const addressSchema = z.pipe(
  z.string().check(z.regex(/^-?\d{1,3}:[0-9A-Fa-f]{64}$/)),
  z.transform((address) => address.toLowerCase()),
);

const numberSchema = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number));
const largeSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.transform((value) => BigInt(value)),
);

const blockSchema = z.object({
  workchain: z.literal('-1'),
  seqno: numberSchema,
  root_hash: hashSchema,
  global_id: z.string().check(z.regex(/^-?\d{1,10}$/)),
  gen_utime: numberSchema,
  start_lt: largeSchema,
  end_lt: largeSchema,
});

export type TonBlock = z.infer<typeof blockSchema>;

/** GET `masterchainInfo`. */
export const masterchainSchema = z.object({ first: blockSchema, last: blockSchema });

/** GET `blocks`. */
export const blocksSchema = z.object({ blocks: z.array(blockSchema) });

const messageSchema = z.object({
  /** Null: from outside the chain. */
  source: z.nullable(addressSchema),
  /** In nanoton; null like the source. */
  value: z.nullable(largeSchema),
  bounce: z.nullable(z.boolean()),
  bounced: z.nullable(z.boolean()),
  /** Null: the body is empty. */
  opcode: z.nullable(z.string()),
  message_content: z.nullable(
    z.object({ body: z.nullable(z.string()), decoded: z.optional(z.unknown()) }),
  ),
});

export type TonMessage = z.infer<typeof messageSchema>;

const transactionSchema = z.object({
  account: addressSchema,
  hash: hashSchema,
  lt: largeSchema,
  mc_block_seqno: numberSchema,
  prev_trans_hash: hashSchema,
  prev_trans_lt: largeSchema,
  description: z.object({
    aborted: z.optional(z.nullable(z.boolean())),
    compute_ph: z.optional(z.nullable(z.object({ success: z.optional(z.nullable(z.boolean())) }))),
    bounce: z.optional(z.nullable(z.object({ type: z.nullable(z.string()) }))),
  }),
  /** Null: the account did something by itself. */
  in_msg: z.nullable(messageSchema),
});

export type TonTransaction = z.infer<typeof transactionSchema>;

/** GET `transactions`. */
export const transactionsSchema = z.object({ transactions: z.array(transactionSchema) });

/** GET `jetton/wallets`. */
export const walletsSchema = z.object({
  jetton_wallets: z.array(
    z.object({ address: addressSchema, owner: addressSchema, jetton: addressSchema }),
  ),
});

/** `decoded` of a message with a text comment. */
export const textCommentSchema = z.object({
  '@type': z.literal('text_comment'),
  comment: z.string(),
});
