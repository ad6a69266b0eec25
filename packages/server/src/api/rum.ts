import { CallError, type RumItem, rumBatchSchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import type { Core } from '../core/core.ts';
import { clientAddressOf, countedAddress } from './client-address.ts';
import type { RateLimits } from './rate-limits.ts';

/** A full batch is about 4 kB. */
const bodyLimit = 16 * 1024;

/** Around the thresholds of web.dev for good and poor vitals, and the times that a player waits. */
const secondsBuckets = [0.05, 0.1, 0.2, 0.5, 0.8, 1, 1.8, 2.5, 4, 6, 10, 20, 60, 300];
const shiftBuckets = [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/**
 * Serves `POST /<product>/rum` of every brand: adds the widgets' measurements to the metrics. It
 * takes no token, so that measurements can be sent while a page closes, and names no player. The
 * only labels are brand and measure, so that clients can't add time series. Responds with 204, 400
 * for an invalid batch, or 429.
 */
export function registerRum(
  app: FastifyInstance,
  core: Pick<Core, 'brands'>,
  registry: Registry,
  limits: Pick<RateLimits, 'take'>,
): void {
  const seconds = new Histogram({
    name: 'kassa_widget_seconds',
    help: 'Durations that widgets measured, by brand and measure: web vitals and load marks.',
    labelNames: ['brand', 'name'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const layoutShift = new Histogram({
    name: 'kassa_widget_layout_shift',
    help: 'Cumulative layout shift that widgets measured, by brand.',
    labelNames: ['brand'],
    buckets: shiftBuckets,
    registers: [registry],
  });
  const observe = (brand: string, { name, value }: RumItem) => {
    if (name === 'CLS') layoutShift.observe({ brand }, value);
    else seconds.observe({ brand, name }, value / 1000);
  };
  const options = { bodyLimit, logLevel: 'warn' } as const;
  app.post<{ Params: { product: string } }>('/:product/rum', options, async (request, reply) => {
    const { product } = request.params;
    if (!core.brands.has(product)) return reply.callNotFound();
    await limits.take('measurements', countedAddress(clientAddressOf(request)));
    const batch = rumBatchSchema.safeParse(request.body);
    if (!batch.success) {
      throw new CallError('request.invalid', 'The body is not a batch of measurements.');
    }
    for (const item of batch.data.items) observe(product, item);
    return reply.status(204).send();
  });
}
