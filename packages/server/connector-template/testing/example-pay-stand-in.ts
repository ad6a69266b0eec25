import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
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
  customer: z.strictObject({
    ip: z.optional(z.union([z.ipv4(), z.ipv6()])),
    name: z.optional(z.string().check(z.minLength(1))),
    email: z.optional(z.email()),
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  }),
  back: z.string(),
  tell: z.string(),
});

const refundRequestSchema = z.object({
  refund_ref: z.string(),
  order_no: z.string(),
  amount: minorUnitsSchema,
  whole: z.boolean(),
});

type OrderRequest = z.infer<typeof requestSchema>;
type RefundRequest = z.infer<typeof refundRequestSchema>;
type Refund = Order['refunds'][number];

/** An order with the request and the idempotency key that made it. */
interface Entry {
  order: Order;
  request: OrderRequest;
  key: string;
  isSettled: boolean;
}

/** A fault that the provider shows on every request of a kind, until it is changed. */
export interface Fault {
  request: 'create' | 'find' | 'void' | 'refund' | 'findRefund';
  kind: 'down' | 'busy' | 'refuses' | 'hangs' | 'rubbish';
}

/**
 * Stands in for Example Pay in the tests, with the part of its manual that the connector uses. A
 * provider's own test environment is better, if the tests can reach it.
 */
export async function startExamplePay(apiKey: string, webhookSecret: string) {
  const orders = new Map<string, Entry>();
  const refundRequests = new Map<string, RefundRequest>();
  const faults = new Map<Fault['request'], Fault['kind']>();
  const sign = (body: string) => createHmac('sha256', webhookSecret).update(body).digest('base64');

  function create(request: OrderRequest, key: string): [number, object] {
    const known = orders.get(request.ref);
    const isRepeated = known?.key === key && isDeepStrictEqual(known.request, request);
    if (known !== undefined && !isRepeated) return [409, { error: 'OTHER_ORDER' }];
    const order: Order = known?.order ?? {
      order_no: `ord-${randomUUID()}`,
      ref: request.ref,
      state: 'OPEN',
      currency: request.currency,
      paid: null,
      refunds: [],
    };
    if (known === undefined) orders.set(request.ref, { order, request, key, isSettled: false });
    return [201, { ...show(order), pay_url: `https://pay.example/${order.order_no}` }];
  }

  function refund(request: RefundRequest): [number, object] {
    const { refund_ref, order_no, amount, whole } = request;
    const first = refundRequests.get(refund_ref);
    if (first !== undefined) {
      return isDeepStrictEqual(first, request)
        ? findRefund(refund_ref)
        : [409, { error: 'OTHER_REFUND' }];
    }
    const found = [...orders.values()].find(({ order }) => order.order_no === order_no);
    if (found === undefined) return [404, { error: 'NO_SUCH_ORDER' }];
    const { order, isSettled } = found;
    const left = order.refunds
      .filter(({ state }) => state !== 'FAILED')
      .reduce((rest, { amount }) => rest - BigInt(amount), BigInt(order.paid ?? '0'));
    if (BigInt(amount) > left) return [402, { error: 'TOO_MUCH' }];
    if (whole && isSettled) return [402, { error: 'SETTLED' }];
    refundRequests.set(refund_ref, request);
    const refund_no = `ref-${randomUUID()}`;
    order.refunds.push({ refund_no, refund_ref, type: 'REFUND', state: 'ACCEPTED', amount });
    return findRefund(refund_ref);
  }

  function findRefund(refundRef: string): [number, object] {
    for (const { order } of orders.values()) {
      const refund = order.refunds.find(({ refund_ref }) => refund_ref === refundRef);
      if (refund === undefined) continue;
      const { order_no, ref, currency } = order;
      return [200, { order_no, ref, currency, refund: showRefund(refund) }];
    }
    return [404, { error: 'NO_SUCH_REFUND' }];
  }

  function answer(
    request: Fault['request'],
    ref: string,
    body: unknown,
    key: string,
  ): [number, object] {
    if (request === 'create') {
      const parsed = requestSchema.safeParse(body);
      return parsed.success && key ? create(parsed.data, key) : [400, { error: 'BAD_REQUEST' }];
    }
    if (request === 'refund') {
      const parsed = refundRequestSchema.safeParse(body);
      return parsed.success ? refund(parsed.data) : [400, { error: 'BAD_REQUEST' }];
    }
    if (request === 'findRefund') return findRefund(ref);
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
    const key = String(message.headers['idempotency-key'] ?? '');
    const [status, value] = answer(request, ref, body, key);
    if (fault === 'rubbish') response.end('<html>');
    else if (fault !== 'hangs') send(response, status, value);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  function find(ref: string) {
    const found = orders.get(ref);
    if (found === undefined) throw new Error(`no order ${ref}`);
    return found;
  }

  /** Changes an order and sends the notification. */
  async function change(ref: string, make: (order: Order) => void): Promise<void> {
    const found = find(ref);
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
        order.card = { token: 'card-7c1d', number: '411111******1111', holder: 'ADA LOVELACE' };
      }),
    refuse: (ref: string, refusal: string | null) =>
      change(ref, (order) => {
        order.state = 'REFUSED';
        order.refusal = refusal;
      }),
    /** A refund on Example Pay's own page, or a chargeback by the card's bank. */
    takeBack: (ref: string, type: 'REFUND' | 'CHARGEBACK', amount: string) =>
      change(ref, (order) => {
        const units = count(amount, order.currency);
        const refund_no = `ref-${randomUUID()}`;
        order.refunds.push({ refund_no, refund_ref: null, type, state: 'DONE', amount: units });
      }),
    settleRefund: async (refundRef: string, state: 'DONE' | 'FAILED') => {
      const isIt = ({ refund_ref }: Refund) => refund_ref === refundRef;
      const found = [...orders.values()].find(({ order }) => order.refunds.some(isIt));
      if (found === undefined) throw new Error(`no refund ${refundRef}`);
      await change(found.order.ref, ({ refunds }) => {
        for (const refund of refunds.filter(isIt)) refund.state = state;
      });
    },
    findCustomer: (ref: string) => find(ref).request.customer,
    /** A settled order can't be voided. */
    settle: (ref: string) => {
      find(ref).isSettled = true;
    },
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
    refunds: refunds.map(showRefund),
  };
}

function showRefund({ amount, ...refund }: Refund) {
  return { ...refund, amount: jsonNumber(amount) };
}

function count(amount: string, currency: string): string {
  const units = toMinorUnits(amount, currency);
  if (units === null) throw new Error(`${amount} ${currency} has a part of a minor unit`);
  return units;
}

function readPath({ method, url = '' }: IncomingMessage): [Fault['request'], string] {
  const [, kind, ref = '', act] = url.split('/').map(decodeURIComponent);
  if (kind === 'refunds') return [method === 'GET' ? 'findRefund' : 'refund', ref];
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
