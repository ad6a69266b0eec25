import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';

/** A manual's words for a notification: what it tells of stands under the word before the dot. */
const notificationSchema = z.looseObject({
  eventId: z.string(),
  type: z.enum(['payment.updated', 'receipt.created', 'reversal.created', 'payout.updated']),
  createdAt: z.iso.datetime(),
});

const contentSchema = z.looseObject({ id: z.string(), merchantReference: z.string() });

/** A notification as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  rawBody: string;
  notification: z.infer<typeof notificationSchema>;
  /** The payment, receipt, reversal or payout that it tells of. */
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
    /** Statuses for the next notifications; 204 after them. */
    answerWith: (...statuses: number[]) => void answers.push(...statuses),
    /** The next notification: one that has arrived, or the one that will. */
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
