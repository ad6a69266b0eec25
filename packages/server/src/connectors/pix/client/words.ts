import { decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';

/*
 * The words of the Banco Central's "API Pix", as far as they are used: what is told of a received
 * payment by notification, and in answer to a question. Whatever else stands there is ignored.
 */

const amountSchema = decimalSchema.check(
  z.refine((text) => /^\d/.test(text), 'must not be negative'),
);

/** What was given back of a received payment. */
const returnSchema = z.object({
  /** Given by whoever asked for it: unique for its payment. */
  id: z.string().check(z.regex(/^[A-Za-z0-9]{1,35}$/)),
  valor: amountSchema,
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
  natureza: z.optional(z.string().check(z.maxLength(64))),
});

const pixSchema = z.object({
  /** The payment's own id in all of Pix. */
  endToEndId: z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/)),
  /**
   * Missing where the payer typed the key by hand; some banks write `***` then, as codes without one
   * do. Whatever it says, what stands beside it in the same notification must be read.
   */
  txid: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  valor: amountSchema,
  devolucoes: z.optional(z.array(returnSchema).check(z.maxLength(100))),
});

export type Pix = z.infer<typeof pixSchema>;

/** Of a notification and of an answer alike. */
export const receivedSchema = z.object({
  pix: z.array(pixSchema).check(z.maxLength(1000)),
});
