import * as z from 'zod/mini';
import type { ConnectorError } from '../../src/connectors/connector-outcome.ts';
import { jsonNumber, minorUnitsSchema, parseJson } from '../../src/connectors/exact-numbers.ts';
import {
  explainStatus,
  type ProviderAnswer,
  sendRequest,
} from '../../src/connectors/send-request.ts';
import type { ExamplePayConfig } from '../config.ts';
import { toDeclineReason } from '../decline-reasons.ts';

const numberSchema = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** Money that went back. `refund_ref` is Kassa's id; null if Kassa didn't request it. */
const refundSchema = z.object({
  refund_no: numberSchema,
  refund_ref: z.nullable(z.string().check(z.maxLength(64))),
  type: z.enum(['REFUND', 'CHARGEBACK']),
  state: z.enum(['ACCEPTED', 'DONE', 'FAILED']),
  amount: minorUnitsSchema,
});

/** The card that paid. Any texts, since a new form must not make an order unreadable. */
const cardSchema = z.object({
  token: z.optional(z.nullable(z.string())),
  /** `411111******1111` */
  number: z.optional(z.nullable(z.string())),
  holder: z.optional(z.nullable(z.string())),
});

/** An order in the provider's format: only the fields of its manual that the connector uses. */
export const orderSchema = z.object({
  order_no: numberSchema,
  ref: z.string().check(z.maxLength(64)),
  state: z.enum(['OPEN', 'PAID', 'REFUSED', 'VOID']),
  /** The reason of a decline. Any text, since a new reason must not make an order unreadable. */
  refusal: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  /** The received amount; not the requested one. Example Pay counts in minor units. */
  paid: z.nullable(minorUnitsSchema),
  card: z.optional(z.nullable(cardSchema)),
  refunds: z.array(refundSchema),
});

export type Order = z.infer<typeof orderSchema>;

/** The answer to a request about one refund. */
const refundAnswerSchema = z.object({
  order_no: numberSchema,
  ref: z.string().check(z.maxLength(64)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  refund: refundSchema,
});

export type RefundAnswer = z.infer<typeof refundAnswerSchema>;

/** The customer in the provider's format. JSON leaves out what is undefined. */
export interface Customer {
  ip: string | undefined;
  name: string | undefined;
  email: string | undefined;
  country: string | undefined;
}

const createdOrderSchema = z.extend(orderSchema, { pay_url: z.url({ protocol: /^https?$/ }) });

const refusalSchema = z.object({
  // The code is logged, so the pattern accepts only codes like those of the manual.
  error: z.string().check(z.regex(/^[A-Z_]{1,64}$/)),
  words: z.optional(z.string()),
});

export type Answer<T> =
  | { kind: 'ok'; value: T }
  /** Answers that some requests act on; for the others they are errors. */
  | { kind: 'notFound' | 'alreadyPaid'; error: ConnectorError }
  | ConnectorError;

/** Client of Example Pay's HTTP API. A client serves one task, which ends within the timeout. */
export class ExamplePayClient {
  readonly #config: ExamplePayConfig;
  readonly #signal: AbortSignal;

  constructor(config: ExamplePayConfig) {
    this.#config = config;
    this.#signal = AbortSignal.timeout(config.timeoutMs);
  }

  /** `units` is the amount in minor units, which the provider wants as a JSON number. */
  create(
    idempotencyKey: string,
    order: {
      ref: string;
      units: string;
      currency: string;
      customer: Customer;
      back: string;
      tell: string;
    },
  ) {
    const { units, ...rest } = order;
    const body = { ...rest, amount: jsonNumber(units) };
    return this.#send('POST', '/orders', createdOrderSchema, body, idempotencyKey);
  }

  find(ref: string) {
    return this.#send('GET', `/orders/${encodeURIComponent(ref)}`, orderSchema);
  }

  void(ref: string) {
    return this.#send('POST', `/orders/${encodeURIComponent(ref)}/void`, orderSchema, {});
  }

  /** `refund_ref` is the idempotency key. `whole` cancels the order before its settlement. */
  refund(refund: { refund_ref: string; order_no: string; units: string; whole: boolean }) {
    const { units, ...rest } = refund;
    const body = { ...rest, amount: jsonNumber(units) };
    return this.#send('POST', '/refunds', refundAnswerSchema, body);
  }

  findRefund(refundRef: string) {
    return this.#send('GET', `/refunds/${encodeURIComponent(refundRef)}`, refundAnswerSchema);
  }

  async #send<Schema extends z.ZodMiniType>(
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
    body?: object,
    idempotencyKey?: string,
  ): Promise<Answer<z.infer<Schema>>> {
    const answer = await sendRequest({
      url: new URL(path, this.#config.apiUrl),
      method,
      headers: {
        'x-api-key': this.#config.apiKey,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: this.#signal,
    });
    return answer.kind === 'answered' ? readAnswer(answer, schema) : answer;
  }
}

function readAnswer<Schema extends z.ZodMiniType>(
  answer: ProviderAnswer,
  schema: Schema,
): Answer<z.infer<Schema>> {
  const { status, text } = answer;
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return { kind: 'ok', value: parsed.data };
    return { kind: 'error', error: 'malformed', detail: `status ${status}, unreadable body` };
  }
  const refusal = refusalSchema.safeParse(parseJson(text));
  const code = refusal.data?.error ?? 'unreadable';
  const error = explainStatus(answer, code);
  // Cases of the manual beyond the status: its message for the player, and some codes.
  if (status === 402) {
    const message = refusal.data?.words?.slice(0, 500) || null;
    const reason = toDeclineReason(code);
    return { kind: 'error', error: 'declined', detail: error.detail, message, reason };
  }
  if (code === 'ALREADY_PAID') return { kind: 'alreadyPaid', error };
  if (code === 'NO_SUCH_ORDER' || code === 'NO_SUCH_REFUND') return { kind: 'notFound', error };
  // Another order or refund has this id, and may have been paid: no other account may be asked.
  if (status === 409) return { kind: 'error', error: 'malformed', detail: error.detail };
  // A page of another server: the address is wrong.
  return code === 'unreadable' && error.error === 'rejected'
    ? { kind: 'error', error: 'misconfigured', detail: error.detail }
    : error;
}
