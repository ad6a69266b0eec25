import * as z from 'zod/mini';
import type { ConnectorError } from '../../src/connectors/connector.ts';
import { jsonNumber, minorUnitsSchema, parseJson } from '../../src/connectors/exact-numbers.ts';
import {
  explainStatus,
  type ProviderAnswer,
  sendRequest,
} from '../../src/connectors/send-request.ts';
import type { ExamplePayConfig } from '../config.ts';

/** An order in the provider's format: only the fields of its manual that the connector uses. */
export const orderSchema = z.object({
  order_no: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  ref: z.string().check(z.maxLength(64)),
  state: z.enum(['OPEN', 'PAID', 'REFUSED', 'VOID']),
  /** The reason of a decline. Any text, since a new reason must not make an order unreadable. */
  refusal: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  /** The received amount; not the requested one. Example Pay counts in minor units. */
  paid: z.nullable(minorUnitsSchema),
  refunds: z.array(
    z.object({ refund_no: z.string().check(z.regex(/^[\w-]{1,64}$/)), amount: minorUnitsSchema }),
  ),
});

export type Order = z.infer<typeof orderSchema>;

const createdOrderSchema = z.extend(orderSchema, { pay_url: z.url({ protocol: /^https?$/ }) });

const refusalSchema = z.object({
  // The code is logged, so the pattern accepts only codes like those of the manual.
  error: z.string().check(z.regex(/^[A-Z_]{1,64}$/)),
  words: z.optional(z.string()),
});

export type Answer<T> =
  | { kind: 'ok'; value: T }
  /** Answers that some requests act on; for the others they are errors. */
  | { kind: 'noSuchOrder' | 'alreadyPaid'; error: ConnectorError }
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
  create(order: { ref: string; units: string; currency: string; back: string; tell: string }) {
    const { units, ...rest } = order;
    return this.#send('POST', '/orders', createdOrderSchema, {
      ...rest,
      amount: jsonNumber(units),
    });
  }

  find(ref: string) {
    return this.#send('GET', `/orders/${encodeURIComponent(ref)}`, orderSchema);
  }

  void(ref: string) {
    return this.#send('POST', `/orders/${encodeURIComponent(ref)}/void`, orderSchema, {});
  }

  async #send<Schema extends z.ZodMiniType>(
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
    body?: object,
  ): Promise<Answer<z.infer<Schema>>> {
    const answer = await sendRequest({
      url: new URL(path, this.#config.apiUrl),
      method,
      headers: { 'x-api-key': this.#config.apiKey, 'content-type': 'application/json' },
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
  // Cases of the manual beyond the status: its message for the player, and two codes.
  if (status === 402) {
    const message = refusal.data?.words?.slice(0, 500) || null;
    return { kind: 'error', error: 'declined', detail: error.detail, message };
  }
  if (code === 'ALREADY_PAID') return { kind: 'alreadyPaid', error };
  return code === 'NO_SUCH_ORDER' ? { kind: 'noSuchOrder', error } : error;
}
