import { decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import type { SandboxConfig } from '../config.ts';

/** A payment in the provider's own words. */
export const sandboxPaymentSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  merchantReference: z.string(),
  status: z.enum(['pending', 'approved', 'declined']),
  amount: decimalSchema,
  currency: z.string(),
  paidAmount: z.nullable(decimalSchema),
});

export type SandboxPayment = z.infer<typeof sandboxPaymentSchema>;

const createdSchema = z.extend(sandboxPaymentSchema, {
  redirect: z.object({ method: z.enum(['GET', 'POST']), url: z.url() }),
});

const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** An answer whose JSON is what the provider's manual says, or why there is none. */
export type Answer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; status: number; code: string; message: string }
  /** No connection was made: the request never arrived. */
  | { kind: 'unreachable'; detail: string }
  /** Sent, and then silence or something unreadable. */
  | { kind: 'unclear'; detail: string };

export interface CreateSandboxPayment {
  merchantReference: string;
  amount: string;
  currency: string;
  method: string;
  returnUrl: string;
  webhookUrl: string;
  customerId: string;
}

/** Speaks the sandbox provider's HTTP API. Every request ends within the configured time. */
export class SandboxClient {
  readonly #config: SandboxConfig;

  constructor(config: SandboxConfig) {
    this.#config = config;
  }

  create(payment: CreateSandboxPayment): Promise<Answer<z.infer<typeof createdSchema>>> {
    return this.#send('POST', '/v1/payments', createdSchema, payment);
  }

  find(merchantReference: string): Promise<Answer<SandboxPayment>> {
    const query = new URLSearchParams({ merchantReference });
    return this.#send('GET', `/v1/payments?${query}`, sandboxPaymentSchema);
  }

  async #send<Schema extends z.ZodMiniType>(
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
    body?: unknown,
  ): Promise<Answer<z.infer<Schema>>> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(new URL(path, this.#config.apiUrl), {
        method,
        headers: {
          authorization: `Bearer ${this.#config.apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(this.#config.timeoutMs),
      });
      text = await response.text();
    } catch (error) {
      return describeNetworkError(error);
    }
    return readAnswer(response.status, text, schema);
  }
}

function readAnswer<Schema extends z.ZodMiniType>(
  status: number,
  text: string,
  schema: Schema,
): Answer<z.infer<Schema>> {
  const json = parseJson(text);
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(json);
    if (parsed.success) return { kind: 'ok', value: parsed.data };
    return { kind: 'unclear', detail: `status ${status} with an unreadable body` };
  }
  const refusal = refusalSchema.safeParse(json);
  const { code, message } = refusal.success
    ? refusal.data.error
    : { code: 'unreadable', message: '' };
  return { kind: 'refused', status, code, message };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** fetch() hides the socket's error code in `cause`; only a refused connection proves "not sent". */
function describeNetworkError(error: unknown): Answer<never> {
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return { kind: 'unreachable', detail: code };
  }
  return { kind: 'unclear', detail: code || (error instanceof Error ? error.name : 'unknown') };
}
