import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { englishErrors, sendInvalid } from '../answers.ts';
import { webAddressSchema } from '../payment.ts';
import { transferOrderSchema } from './bank-transfer.ts';

const accountSchema = z.object({
  account: transferOrderSchema.shape.account,
  webhookUrl: webAddressSchema,
});

/** The bank's API for the owners of accounts: where an account's notifications go. */
export async function accountRoutes(app: FastifyInstance): Promise<void> {
  app.put('/bank/accounts', async (request, reply) => {
    const parsed = accountSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    request.provider.payerBank.register(parsed.data.account, parsed.data.webhookUrl);
    return reply.code(204).send();
  });
}
