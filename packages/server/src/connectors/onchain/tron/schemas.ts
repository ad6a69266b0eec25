import * as z from 'zod/mini';

/*
 * The answers of java-tron, read by `parseJson`: every number is a text. Protobuf leaves a field out
 * whose value is zero or empty.
 */

const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const numberSchema = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number));
const unitsSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,19}$/)),
  z.transform((units) => BigInt(units)),
);
const hexSchema = z.string().check(z.regex(/^([0-9a-f]{2})*$/));

const transactionSchema = z.object({
  txID: hashSchema,
  /** Left out in the genesis block, whose transactions nobody has run. */
  ret: z._default(z.array(z.object({ contractRet: z.optional(z.string()) })), []),
  raw_data: z.object({
    contract: z.array(z.object({ type: z.string(), parameter: z.object({ value: z.unknown() }) })),
  }),
});

export type TronTransaction = z.infer<typeof transactionSchema>;

/** `wallet/getnowblock`, `wallet/getblockbynum`. */
export const blockSchema = z.object({
  blockID: hashSchema,
  block_header: z.object({
    raw_data: z.object({
      number: z._default(numberSchema, 0),
      parentHash: hashSchema,
      timestamp: z._default(numberSchema, 0),
    }),
  }),
  transactions: z._default(z.array(transactionSchema), []),
});

export type TronBlock = z.infer<typeof blockSchema>;

/** A height that the node doesn't have. */
export const nothingSchema = z.strictObject({});

/** `wallet/getblockbylimitnext`. */
export const blockListSchema = z.object({ block: z._default(z.array(blockSchema), []) });

const logSchema = z.object({
  /** Without the 41 that other addresses begin with. */
  address: z.string().check(z.regex(/^[0-9a-f]{40}$/)),
  topics: z._default(z.array(hashSchema), []),
  data: z._default(hexSchema, ''),
});

export type TronLog = z.infer<typeof logSchema>;

const infoSchema = z.object({
  id: hashSchema,
  blockTimeStamp: z.optional(numberSchema),
  /** `FAILED`; left out if all went well. */
  result: z.optional(z.string()),
  receipt: z._default(z.object({ result: z.optional(z.string()) }), {}),
  log: z._default(z.array(logSchema), []),
});

export type TronInfo = z.infer<typeof infoSchema>;

/** `wallet/gettransactioninfobyblocknum`. */
export const infosSchema = z.array(infoSchema);

/** `wallet/triggerconstantcontract`. */
export const constantCallSchema = z.object({
  result: z._default(
    z.object({ result: z.optional(z.boolean()), message: z._default(z.string(), '') }),
    { message: '' },
  ),
  constant_result: z._default(z.array(z.string()), []),
  /** `FAILED` if the contract refused. */
  transaction: z._default(
    z.object({ ret: z._default(z.array(z.object({ ret: z.optional(z.string()) })), []) }),
    { ret: [] },
  ),
});

/** The `value` of a `TransferContract`. */
export const transferContractSchema = z.object({
  amount: z._default(unitsSchema, 0n),
  to_address: z.string().check(z.regex(/^41[0-9a-f]{40}$/)),
  owner_address: z.optional(z.string().check(z.regex(/^41[0-9a-f]{40}$/))),
});
