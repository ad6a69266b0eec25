import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';

/** The secrets shared by the server and the stub. */
export const providerKeys = {
  apiKey: 'api-key-of-the-benchmark',
  webhookSecret: 'webhook-secret-of-the-benchmark',
};

const orderSchema = z.object({
  merchantReference: z.string(),
  amount: z.string(),
  currency: z.string(),
});

/**
 * Starts a minimal payment provider (compare packages/sandbox): it accepts each payment at once and
 * stores nothing. A payment's id follows from the merchant's reference, so a webhook needs no
 * memory.
 */
export async function startProviderStub(port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const order = orderSchema.parse(JSON.parse(await text(request)));
    const url = `http://localhost:${port}/pay/${order.merchantReference}`;
    response.writeHead(201, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        ...describePayment(order.merchantReference, order),
        status: 'pending',
        paidAmount: null,
        redirect: { method: 'GET', url },
      }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  return server;
}

export async function closeProviderStub(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Builds the notification of an approved payment, signed like packages/sandbox does. */
export function buildWebhook(depositId: string, money: { amount: string; currency: string }) {
  const eventId = `evt_${randomUUID()}`;
  const body = JSON.stringify({
    eventId,
    type: 'payment.updated',
    createdAt: new Date().toISOString(),
    payment: {
      ...describePayment(depositId, money),
      status: 'approved',
      paidAmount: money.amount,
    },
  });
  const seconds = Math.floor(Date.now() / 1000);
  const hash = createHmac('sha256', providerKeys.webhookSecret)
    .update(`${seconds}.${body}`)
    .digest('hex');
  const headers = {
    'sandbox-event-id': eventId,
    'sandbox-signature': `t=${seconds},v1=${hash}`,
  };
  return { body, headers };
}

function describePayment(
  merchantReference: string,
  { amount, currency }: { amount: string; currency: string },
) {
  return { id: `pay_${merchantReference}`, merchantReference, amount, currency };
}
