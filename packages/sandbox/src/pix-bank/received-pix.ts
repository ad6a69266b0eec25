import * as z from 'zod/mini';
import { amountSchema } from '../amounts.ts';

/** A return of a received payment. */
export const pixReturnSchema = z.object({
  /** Chosen by the caller; unique per payment. */
  id: z.string(),
  amount: amountSchema,
  /** The Banco Central's reason: `ORIGINAL`, `MED_FRAUDE` … */
  nature: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
});

/** The payer as the bank names them. */
export const payerSchema = z.object({
  nome: z.string().check(z.maxLength(140)),
  cpf: z.string().check(z.regex(/^\d{11}$/)),
});

/** A payment received for a key. */
export const newPixSchema = z.object({
  endToEndId: z.string(),
  key: z.string(),
  /** Null if the payer typed the key. */
  txid: z.nullable(z.string()),
  amount: amountSchema,
  /** Missing in an older journal. */
  payer: z.optional(payerSchema),
  /** Epoch milliseconds. */
  at: z.number(),
});

export interface ReceivedPix extends z.infer<typeof newPixSchema> {
  returns: readonly z.infer<typeof pixReturnSchema>[];
}

/** Encodes a received payment in the Banco Central's "API Pix" format. */
export function encodePix({ endToEndId, key, txid, amount, payer, at, returns }: ReceivedPix) {
  return {
    endToEndId,
    ...(txid !== null && { txid }),
    chave: key,
    valor: withCents(amount),
    horario: new Date(at).toISOString(),
    ...(payer && { pagador: payer }),
    ...(returns.length > 0 && {
      devolucoes: returns.map(({ id, amount: valor, nature, at: returnedAt }) => ({
        id,
        valor: withCents(valor),
        natureza: nature,
        horario: { solicitacao: new Date(returnedAt).toISOString() },
        status: 'DEVOLVIDO',
      })),
    }),
  };
}

/** Formats reais with both decimals; an amount never has more. */
function withCents(amount: string): string {
  const [whole = '0', cents = ''] = amount.split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
}
