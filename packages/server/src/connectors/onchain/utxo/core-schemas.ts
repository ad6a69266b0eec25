import * as z from 'zod/mini';
import { plainNumberSchema } from '../../exact-numbers.ts';

/*
 * The answers of Core nodes, as exact-numbers.ts reads them: each number is a string of its digits.
 * Unknown properties are dropped.
 */

const wholeSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
  z.transform(Number),
);

export const rpcReplySchema = z.object({
  id: z.nullish(z.string()),
  result: z.optional(z.unknown()),
  error: z.nullish(z.object({ code: plainNumberSchema, message: z.string() })),
});
export const rpcRepliesSchema = z.array(rpcReplySchema);
export type RpcReply = z.infer<typeof rpcReplySchema>;

export const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a hash'));

/** Seconds since 1970. */
export const timeSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,10}$/, 'must be a time')),
  z.transform((seconds) => new Date(Number(seconds) * 1000)),
);

export const chainInfoSchema = z.object({
  chain: z.string(),
  blocks: wholeSchema,
  bestblockhash: hashSchema,
  initialblockdownload: z.optional(z.boolean()),
  verificationprogress: z.catch(z.optional(plainNumberSchema), undefined),
});

export const headerSchema = z.object({ hash: hashSchema, height: wholeSchema, time: timeSchema });

/** An amount with up to 8 decimals, in units of the eighth: Bitcoin, Litecoin and Dogecoin have 8. */
export const unitsSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,12}(\.\d{1,8})?$/, 'must be an amount with 8 decimals')),
  z.transform((amount) => {
    const [whole = '', fraction = ''] = amount.split('.');
    return BigInt(whole + fraction.padEnd(8, '0'));
  }),
);

/** The parts of Litecoin's MWEB have neither an amount nor a number. */
const outputSchema = z.object({
  value: z.optional(unitsSchema),
  n: z.optional(wholeSchema),
  scriptPubKey: z.optional(
    z.object({ hex: z.string().check(z.regex(/^([0-9a-f]{2})*$/i, 'must be hex')) }),
  ),
});

/** A new coin has no input; one of MWEB names no transaction. */
const inputSchema = z.object({ txid: z.optional(hashSchema), vout: z.optional(wholeSchema) });

export const transactionSchema = z.object({
  txid: hashSchema,
  vin: z.array(inputSchema),
  vout: z.array(outputSchema),
  /** Of one in a block. bcoin has null. */
  blockhash: z.nullish(hashSchema),
});
export type CoreTransaction = z.infer<typeof transactionSchema>;

const blockShape = {
  hash: hashSchema,
  height: wholeSchema,
  time: timeSchema,
  /** The first block has none. */
  previousblockhash: z.nullish(hashSchema),
};

export const blockHeadSchema = z.object(blockShape);
export type CoreBlockHead = z.infer<typeof blockHeadSchema>;
export const fullBlockSchema = z.object({ ...blockShape, tx: z.array(transactionSchema) });
export const listedBlockSchema = z.object({ ...blockShape, tx: z.array(hashSchema) });

/** The waiting transactions of a node: some hundred thousand on a full chain. */
export const txidsSchema = z.array(hashSchema);
