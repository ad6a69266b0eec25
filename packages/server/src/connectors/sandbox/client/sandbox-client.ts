import type * as z from 'zod/mini';
import type { SandboxConfig } from '../config.ts';
import { type Answer, readAnswer, readNetworkError } from './answer.ts';
import { createdPaymentSchema, knownPaymentSchema, paymentSchema, payoutSchema } from './words.ts';

export interface CreateSandboxPayment {
  merchantReference: string;
  amount: string;
  currency: string;
  method: string;
  returnUrl: string;
  webhookUrl: string;
  customerId: string;
  details?: Record<string, string>;
}

export interface CreateSandboxPayout {
  merchantReference: string;
  amount: string;
  currency: string;
  method: string;
  webhookUrl: string;
  customerId: string;
  destination: Record<string, string>;
}

/** Longer answers than any of the manual's are not read. */
const longestAnswerBytes = 1024 * 1024;

/**
 * Speaks the sandbox provider's HTTP API. A client is made for one task, and all its requests
 * together end within the configured time.
 */
export class SandboxClient {
  readonly #config: SandboxConfig;
  readonly #signal: AbortSignal;

  constructor(config: SandboxConfig) {
    this.#config = config;
    this.#signal = AbortSignal.timeout(config.timeoutMs);
  }

  createPayment(payment: CreateSandboxPayment) {
    return this.#send('POST', '/v1/payments', createdPaymentSchema, payment);
  }

  findPayment(merchantReference: string) {
    return this.#send('GET', `/v1/payments?${query(merchantReference)}`, knownPaymentSchema);
  }

  completePayment(id: string, confirmationId: string | null) {
    const path = `/v1/payments/${encodeURIComponent(id)}/complete`;
    return this.#send('POST', path, paymentSchema, { confirmationId });
  }

  cancelPayment(id: string) {
    return this.#send('POST', `/v1/payments/${encodeURIComponent(id)}/cancel`, paymentSchema, {});
  }

  createPayout(payout: CreateSandboxPayout) {
    return this.#send('POST', '/v1/payouts', payoutSchema, payout);
  }

  findPayout(merchantReference: string) {
    return this.#send('GET', `/v1/payouts?${query(merchantReference)}`, payoutSchema);
  }

  async #send<Schema extends z.ZodMiniType>(
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
    body?: object,
  ): Promise<Answer<z.infer<Schema>>> {
    try {
      const response = await fetch(new URL(path, this.#config.apiUrl), {
        method,
        headers: {
          authorization: `Bearer ${this.#config.apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        // Followed, our key would go to wherever a redirect leads.
        redirect: 'manual',
        signal: this.#signal,
      });
      return readAnswer(response, await readText(response), schema);
    } catch (error) {
      return readNetworkError(error);
    }
  }
}

function query(merchantReference: string): URLSearchParams {
  return new URLSearchParams({ merchantReference });
}

/** The body as text; what is too long is cut off, and so can't be read. */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > longestAnswerBytes) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
