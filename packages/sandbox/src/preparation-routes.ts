import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { currencySchema } from './amounts.ts';
import { englishErrors, sendInvalid } from './answers.ts';
import type { ApiOptions } from './api-routes.ts';
import { playFault } from './play-fault.ts';

const preparationSchema = z.object({
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  currency: currencySchema,
  customerId: z.optional(z.string().check(z.maxLength(128))),
});

const payee = { name: 'Sandbox Pay', address: 'sandbox@kassa' };

/**
 * The data before a payment is created: its destination and the required details. Nothing is
 * stored.
 */
export async function preparationRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  app.post('/v1/preparations', async (request, reply) => {
    const parsed = preparationSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { status } = request.provider.behaviours;
    if (await playFault(status, () => undefined, reply, options)) return reply;
    const query = new URLSearchParams({ pa: payee.address, pn: payee.name });
    return {
      details: [
        { name: 'payeeName', kind: 'text', value: payee.name },
        { name: 'payeeAddress', kind: 'address', value: payee.address },
        { name: 'payeeCode', kind: 'qr', value: `upi://pay?${query}` },
      ],
      asksFor: ['payerAddress'],
    };
  });
}
