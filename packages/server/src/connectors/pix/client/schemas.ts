import { decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { amountIn } from '../../amount-in.ts';

/*
 * The formats of the Banco Central's "API Pix", as far as they are used: a received payment, in a
 * notification and in a response. Other fields are ignored.
 */

const amountSchema = decimalSchema.check(
  z.refine((text) => /^\d/.test(text), 'must not be negative'),
  amountIn('BRL'),
);

/** A refund of a received payment. */
const returnSchema = z.object({
  /** Set by the party that asked for the refund: unique within its payment. */
  id: z.string().check(z.regex(/^[A-Za-z0-9]{1,35}$/)),
  valor: amountSchema,
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
  natureza: z.optional(z.string().check(z.maxLength(64))),
});

const payerSchema = z.object({
  nome: z.optional(z.string()),
  cpf: z.optional(z.string()),
  cnpj: z.optional(z.string()),
});

const pixSchema = z.object({
  /** The payment's id, unique in all of Pix. */
  endToEndId: z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/)),
  /**
   * Missing if the payer typed the key by hand; some banks send `***`, as in codes without a txid.
   * No value of it may make the other payments of the same notification unreadable.
   */
  txid: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  valor: amountSchema,
  /** The payer, where the bank names them; what isn't understood is left out. */
  pagador: z.catch(z.optional(payerSchema), undefined),
  devolucoes: z.optional(z.array(returnSchema).check(z.maxLength(100))),
});

export type Pix = z.infer<typeof pixSchema>;

/** The body of both notifications and responses. */
export const receivedSchema = z.object({
  pix: z.array(pixSchema).check(z.maxLength(1000)),
});
