import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';

/**
 * A notification as the manual describes it: its subject's data is under the type's name before the
 * dot.
 */
const notificationSchema = z.looseObject({
  eventId: z.string(),
  type: z.enum([
    'payment.updated',
    'receipt.created',
    'reversal.created',
    'payout.updated',
    'refund.updated',
  ]),
  createdAt: z.iso.datetime(),
});

const contentSchema = z.looseObject({ id: z.string(), merchantReference: z.string() });

/** A received notification. */
export interface Received {
  headers: IncomingHttpHeaders;
  rawBody: string;
  notification: z.infer<typeof notificationSchema>;
  /** The payment, receipt, reversal, payout or refund of the notification. */
  content: z.infer<typeof contentSchema>;
}

/** A merchant's webhook endpoint on a free port. */
export async function startMerchant() {
  const arrived: Received[] = [];
  const waiting: ((received: Received) => void)[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const rawBody = await text(request);
    const notification = notificationSchema.parse(JSON.parse(rawBody));
    const content = contentSchema.parse(notification[notification.type.replace(/\..*/, '')]);
    response.writeHead(answers.shift() ?? 204).end();
    const received = { headers: request.headers, rawBody, notification, content };
    const resolve = waiting.shift();
    if (resolve) resolve(received);
    else arrived.push(received);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  return {
    webhookUrl: `http://127.0.0.1:${port}/webhook`,
    /** Statuses for the next responses; 204 after them. */
    answerWith: (...statuses: number[]) => void answers.push(...statuses),
    /** Returns the next notification, received already or later. */
    next: (): Promise<Received> => {
      const received = arrived.shift();
      return received ? Promise.resolve(received) : new Promise((resolve) => waiting.push(resolve));
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Merchant = Awaited<ReturnType<typeof startMerchant>>;
