import type { FastifyInstance } from 'fastify';
import { sendError } from './answers.ts';
import { renderSettlement } from './settlement.ts';

/** The settlement file of each UTC day. */
export async function settlementRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { day: string } }>('/v1/settlements/:day.csv', async (request, reply) => {
    const { day } = request.params;
    if (!isDay(day)) {
      return sendError(reply, 400, 'request.invalid', 'day: must be a date such as 2026-11-05');
    }
    return reply.type('text/csv; charset=utf-8').send(renderSettlement(request.provider, day));
  });
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
