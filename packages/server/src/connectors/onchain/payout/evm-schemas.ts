import * as z from 'zod/mini';
import {
  addressSchema,
  bytesSchema,
  countSchema,
  quantitySchema,
  wordSchema,
} from '../evm/schemas.ts';

/** A chain without EIP-1559 has no base fee. */
export const baseFeeSchema = z.object({ baseFeePerGas: z._default(quantitySchema, 0n) });

/** Null: the node doesn't know the transaction. */
export const transactionSchema = z.nullable(
  z.object({ to: z.nullable(addressSchema), value: quantitySchema }),
);

/** Null: it is in no block. */
export const payoutReceiptSchema = z.nullable(
  z.object({
    blockHash: wordSchema,
    blockNumber: countSchema,
    status: z.enum(['0x0', '0x1']),
    gasUsed: quantitySchema,
    effectiveGasPrice: quantitySchema,
    logs: z.array(
      z.object({ address: addressSchema, topics: z.array(wordSchema), data: bytesSchema }),
    ),
  }),
);

export type PayoutReceipt = NonNullable<ReturnType<typeof payoutReceiptSchema.parse>>;
