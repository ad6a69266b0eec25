import * as z from 'zod/mini';
import { amountSchema } from '../amounts.ts';

/** Money given back of a received payment. */
export const pixReturnSchema = z.object({
  /** Given by who asked for it: unique for its payment. */
  id: z.string(),
  amount: amountSchema,
  /** The Banco Central's word for why: `ORIGINAL`, `MED_FRAUDE` … */
  nature: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
});

/** A payment that arrived at a key. */
export const newPixSchema = z.object({
  endToEndId: z.string(),
  key: z.string(),
  /** Null where the payer typed the key by hand. */
  txid: z.nullable(z.string()),
  amount: amountSchema,
  /** Epoch milliseconds. */
  at: z.number(),
});

export interface ReceivedPix extends z.infer<typeof newPixSchema> {
  returns: readonly z.infer<typeof pixReturnSchema>[];
}

/** A received payment in the words of the Banco Central's "API Pix". */
export function encodePix({ endToEndId, key, txid, amount, at, returns }: ReceivedPix) {
  return {
    endToEndId,
    ...(txid !== null && { txid }),
    chave: key,
    valor: withCents(amount),
    horario: new Date(at).toISOString(),
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

/** Reais with both decimals; there are never more of them. */
function withCents(amount: string): string {
  const [whole = '0', cents = ''] = amount.split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
}
