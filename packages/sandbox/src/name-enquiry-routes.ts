import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { currencySchema } from './amounts.ts';
import { englishErrors, sendError, sendInvalid } from './answers.ts';
import type { ApiOptions } from './api-routes.ts';
import { inventName } from './invent-name.ts';
import { playFault } from './play-fault.ts';

const enquirySchema = z.object({
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  currency: currencySchema,
  destination: z.record(z.string(), z.string().check(z.maxLength(512))),
});

/** The holder of every account that ends in `9999`: hardly any player has this name. */
const stranger = 'WILHELMINA VAN DER ZANDT';

/** Names the holder of an account, like a bank whose payouts go to it. Nothing is stored. */
export async function nameEnquiryRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  app.post('/v1/name-enquiries', async (request, reply) => {
    const parsed = enquirySchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { nameEnquiry } = request.provider.behaviours;
    if (await playFault(nameEnquiry, () => undefined, reply, options)) return reply;
    const holder = holderOf(parsed.data);
    return holder === null
      ? sendError(reply, 404, 'account.notFound', 'The bank has no such account')
      : { holder };
  });
}

/**
 * Null if no bank has the account; always the same for an account. A bank that is told a holder knows
 * them under that name.
 */
function holderOf({ destination, currency }: z.infer<typeof enquirySchema>): string | null {
  const digits = Object.values(destination).map((value) => value.replace(/\D/g, ''));
  if (digits.some((text) => text.endsWith('0000'))) return null;
  if (digits.some((text) => text.endsWith('9999'))) return stranger;
  if (destination.holder !== undefined) return destination.holder.trim().toUpperCase();
  return inventName({ currency }, digits.join('')).toUpperCase();
}
