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
 * stores nothing. The id of a payment is computed from the merchant's reference, so webhooks can be
 * built without stored payments.
 */
export async function startProviderStub(port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    // The server asks about a deposit that was not paid, cancels one, or prepares one.
    if (request.method === 'GET' || request.url !== '/v1/payments') {
      return void response.writeHead(404).end();
    }
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

interface Money {
  amount: string;
  currency: string;
}

/** Builds the provider's event of an approved payment. */
export function paidEvent(depositId: string, money: Money) {
  const payment = describePayment(depositId, money);
  return {
    type: 'payment.updated',
    payment: { ...payment, status: 'approved', paidAmount: money.amount },
  };
}

/** Builds the provider's event of a full chargeback. */
export function chargedBackEvent(depositId: string, money: Money) {
  const { id: receiptId, ...payment } = describePayment(depositId, money);
  const id = `chargeback_${depositId}`;
  return { type: 'reversal.created', reversal: { ...payment, id, receiptId, kind: 'chargeback' } };
}

/** Builds the webhook of an event, signed like those of packages/sandbox. */
export function buildWebhook(event: object) {
  const eventId = `evt_${randomUUID()}`;
  const body = JSON.stringify({ eventId, createdAt: new Date().toISOString(), ...event });
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

function describePayment(merchantReference: string, { amount, currency }: Money) {
  return { id: `pay_${merchantReference}`, merchantReference, amount, currency };
}
