import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { addDecimals } from '@kassa/contract';
import * as z from 'zod/mini';
import {
  jsonNumber,
  minorUnitsSchema,
  parseJson,
  toMinorUnits,
} from '../../src/connectors/exact-numbers.ts';
import type { Order } from '../client/example-pay-client.ts';

const requestSchema = z.object({
  ref: z.string(),
  amount: minorUnitsSchema,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  back: z.string(),
  tell: z.string(),
});

type OrderRequest = z.infer<typeof requestSchema>;

/** A fault that the provider shows on every request of a kind, until it is changed. */
export interface Fault {
  request: 'create' | 'find' | 'void';
  kind: 'down' | 'busy' | 'refuses' | 'hangs' | 'rubbish';
}

/**
 * Stands in for Example Pay in the tests, with the part of its manual that the connector uses. A
 * provider's own test environment is better, if the tests can reach it.
 */
export async function startExamplePay(apiKey: string, webhookSecret: string) {
  const orders = new Map<string, { order: Order; request: OrderRequest }>();
  const faults = new Map<Fault['request'], Fault['kind']>();
  const sign = (body: string) => createHmac('sha256', webhookSecret).update(body).digest('base64');

  function create(request: OrderRequest): [number, object] {
    const known = orders.get(request.ref);
    if (known && JSON.stringify(known.request) !== JSON.stringify(request)) {
      return [409, { error: 'OTHER_ORDER' }];
    }
    const order: Order = known?.order ?? {
      order_no: `ord-${randomUUID()}`,
      ref: request.ref,
      state: 'OPEN',
      currency: request.currency,
      paid: null,
      refunds: [],
    };
    orders.set(request.ref, { order, request });
    return [201, { ...show(order), pay_url: `https://pay.example/${order.order_no}` }];
  }

  function answer(request: Fault['request'], ref: string, body: unknown): [number, object] {
    if (request === 'create') {
      const parsed = requestSchema.safeParse(body);
      return parsed.success ? create(parsed.data) : [400, { error: 'BAD_REQUEST' }];
    }
    const found = orders.get(ref)?.order;
    if (found === undefined) return [404, { error: 'NO_SUCH_ORDER' }];
    if (request === 'void' && found.state === 'PAID') return [409, { error: 'ALREADY_PAID' }];
    if (request === 'void') found.state = 'VOID';
    return [200, show(found)];
  }

  const server = createServer(async (message, response) => {
    const body = message.method === 'POST' ? parseJson(await text(message)) : undefined;
    if (message.headers['x-api-key'] !== apiKey) return send(response, 401, { error: 'WHO' });
    const [request, ref] = readPath(message);
    const fault = faults.get(request);
    if (fault === 'down') return send(response, 503, { error: 'DOWN' });
    if (fault === 'busy') return send(response, 429, { error: 'BUSY' }, { 'retry-after': '3' });
    if (fault === 'refuses') return send(response, 402, { error: 'NO', words: 'Not today' });
    const [status, value] = answer(request, ref, body);
    if (fault === 'rubbish') response.end('<html>');
    else if (fault !== 'hangs') send(response, status, value);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  /** Changes an order and sends the notification. */
  async function change(ref: string, make: (order: Order) => void): Promise<void> {
    const found = orders.get(ref);
    if (found === undefined) throw new Error(`no order ${ref}`);
    make(found.order);
    const body = JSON.stringify({ event_no: randomUUID(), order: show(found.order) });
    const headers = { 'content-type': 'application/json', 'x-signature': sign(body) };
    await fetch(found.request.tell, { method: 'POST', headers, body });
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    sign,
    faults,
    pay: (ref: string, amount: string) =>
      change(ref, (order) => {
        order.state = 'PAID';
        order.paid = addDecimals(order.paid ?? '0', count(amount, order.currency));
      }),
    refuse: (ref: string, refusal: string | null) =>
      change(ref, (order) => {
        order.state = 'REFUSED';
        order.refusal = refusal;
      }),
    refund: (ref: string, amount: string) =>
      change(ref, (order) => {
        const units = count(amount, order.currency);
        order.refunds.push({ refund_no: `ref-${randomUUID()}`, amount: units });
      }),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Amounts are JSON numbers in minor units. */
function show({ paid, refunds, ...order }: Order) {
  return {
    ...order,
    paid: paid === null ? null : jsonNumber(paid),
    refunds: refunds.map(({ amount, ...refund }) => ({ ...refund, amount: jsonNumber(amount) })),
  };
}

function count(amount: string, currency: string): string {
  const units = toMinorUnits(amount, currency);
  if (units === null) throw new Error(`${amount} ${currency} has a part of a minor unit`);
  return units;
}

function readPath({ method, url = '' }: IncomingMessage): [Fault['request'], string] {
  const [, , ref = '', act] = url.split('/').map(decodeURIComponent);
  if (method === 'GET') return ['find', ref];
  return act === 'void' ? ['void', ref] : ['create', ref];
}

function send(
  response: ServerResponse,
  status: number,
  value: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, headers).end(JSON.stringify(value));
}
