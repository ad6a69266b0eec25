import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { amountSchema } from '../amounts.ts';
import { englishErrors, sendError, sendInvalid } from '../answers.ts';
import type { ApiOptions } from '../api-routes.ts';
import { webAddressSchema } from '../payment.ts';
import { playFault } from '../play-fault.ts';
import { encodePix, payerSchema } from './received-pix.ts';

const reaisSchema = amountSchema.check(
  z.refine((text) => !/\.\d{3}/.test(text), 'must have two decimals at most'),
);
const txidSchema = z.string().check(z.regex(/^[A-Za-z0-9]{1,35}$/, 'must be letters and digits'));
const keySchema = z.string().check(z.minLength(1), z.maxLength(77));

const arrivalSchema = z.object({
  chave: keySchema,
  txid: z.optional(txidSchema),
  valor: reaisSchema,
  pagador: z.optional(payerSchema),
});
const returnSchema = z.object({
  valor: z.optional(reaisSchema),
  natureza: z.optional(z.string().check(z.regex(/^[A-Z_]{1,64}$/))),
});
const webhookSchema = z.object({ webhookUrl: webAddressSchema });
const questionSchema = z.object({
  inicio: z.optional(z.iso.datetime()),
  fim: z.optional(z.iso.datetime()),
  txid: z.optional(txidSchema),
});

/**
 * The bank's API for account holders, by the Banco Central's "API Pix", and a test's way to send
 * money.
 */
export async function pixBankRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  app.get('/pix-bank/pix', async (request, reply) => {
    const parsed = questionSchema.safeParse(request.query, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { behaviours, pixBank } = request.provider;
    if (await playFault(behaviours.status, () => undefined, reply, options)) return reply;
    const { inicio, fim, txid } = parsed.data;
    const isWithinTime = ({ at }: { at: number }) =>
      (inicio === undefined || Date.parse(inicio) <= at) &&
      (fim === undefined || at <= Date.parse(fim));
    const pix = pixBank.list(txid).filter(isWithinTime).map(encodePix);
    return { parametros: parsed.data, pix };
  });

  app.put<{ Params: { key: string } }>('/pix-bank/webhook/:key', async (request, reply) => {
    const parsed = webhookSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    request.provider.pixBank.register(request.params.key, parsed.data.webhookUrl);
    return reply.code(204).send();
  });

  app.post('/pix-bank/arrivals', async (request, reply) => {
    const parsed = arrivalSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { chave: key, txid = null, valor: amount, pagador: payer } = parsed.data;
    const pix = request.provider.pixBank.receive({ key, txid, amount, payer });
    return reply.code(201).send(pix === null ? {} : encodePix(pix));
  });

  app.put<{ Params: { endToEndId: string; id: string } }>(
    '/pix-bank/pix/:endToEndId/devolucao/:id',
    async (request, reply) => {
      const parsed = returnSchema.safeParse(request.body, englishErrors);
      if (!parsed.success) return sendInvalid(reply, parsed.error);
      const { endToEndId, id } = request.params;
      const { valor: amount, natureza: nature } = parsed.data;
      const pix = request.provider.pixBank.returnPix(endToEndId, { id, amount, nature });
      if (pix === 'impossible') {
        return sendError(
          reply,
          409,
          'return.impossible',
          'The payment does not exist, or less than this amount is left of it',
        );
      }
      return reply.code(201).send(encodePix(pix));
    },
  );
}
