import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { englishErrors, sendInvalid } from './answers.ts';
import type { Provider } from './provider.ts';

/** A clock never goes back; a year is more than any plan of the provider. */
const advanceSchema = z.object({
  advanceMs: z.int().check(z.minimum(0), z.maximum(366 * 24 * 60 * 60 * 1000)),
});

/** The provider's clock: what it plans for days from now happens as soon as a test wants. */
export async function clockRoutes(app: FastifyInstance): Promise<void> {
  const show = (provider: Provider) => ({ now: new Date(provider.now()).toISOString() });

  app.get('/v1/clock', async ({ provider }) => show(provider));

  app.post('/v1/clock', async (request, reply) => {
    const parsed = advanceSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    request.provider.advanceClock(parsed.data.advanceMs);
    return show(request.provider);
  });
}
