import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { buildWebhook } from '../deposits/provider-stub.ts';

const orderSchema = z.object({
  merchantReference: z.string(),
  amount: z.string(),
  currency: z.string(),
  webhookUrl: z.string(),
});

/**
 * Starts a minimal provider of payouts (compare packages/sandbox): it accepts each payout at once,
 * notifies right afterwards that it is paid, and stores nothing.
 */
export async function startPayoutStub(port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end();
    const { webhookUrl, ...order } = orderSchema.parse(JSON.parse(await text(request)));
    const payout = { id: `out_${order.merchantReference}`, ...order, fee: null };
    const body = { ...payout, status: 'pending', paidAmount: null, paidCurrency: null };
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const paid = { status: 'completed', paidAmount: order.amount, paidCurrency: order.currency };
    await notify(webhookUrl, { type: 'payout.updated', payout: { ...payout, ...paid } });
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  return server;
}

async function notify(url: string, event: object): Promise<void> {
  const { body, headers } = buildWebhook(event);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
}
