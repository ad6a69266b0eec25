import type * as z from 'zod/mini';
import { sendRequest } from '../../send-request.ts';
import { type Answer, readAnswer } from './answer.ts';
import {
  createdPaymentSchema,
  knownPaymentSchema,
  nameEnquirySchema,
  paymentSchema,
  payoutSchema,
  preparationSchema,
  refundSchema,
} from './schemas.ts';

/** The provider's format of a customer. */
export interface SandboxCustomer {
  ipAddress: string | null;
  userAgent: string | null;
  locale: string | null;
  country: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  birthDate: string | null;
}

export interface CreateSandboxPayment {
  merchantReference: string;
  /** The one that the player sees; the provider's pages show it. */
  reference: string;
  /** What arrives for the merchant. */
  amount: string;
  /** What the payer is charged on top. */
  payerFee?: string;
  currency: string;
  method: string;
  returnUrl: string;
  webhookUrl: string;
  customerId: string;
  customer: SandboxCustomer;
  details?: Record<string, string>;
  category?: string;
  cardViewType?: number;
}

export interface CreateSandboxPayout {
  merchantReference: string;
  /** The one that the player sees; the provider's pages show it. */
  reference: string;
  amount: string;
  currency: string;
  method: string;
  webhookUrl: string;
  customerId: string;
  customer: SandboxCustomer;
  destination: Record<string, string>;
}

export interface CreateSandboxRefund {
  merchantReference: string;
  receiptId: string;
  kind: 'refund' | 'void';
  amount: string;
  currency: string;
  webhookUrl: string;
}

/** URL, credentials and timeout. */
interface Settings {
  apiUrl: string;
  apiKey: string;
  timeoutMs: number;
}

/**
 * Client of the sandbox provider's HTTP API. A client serves one task, and all its requests
 * together end within the timeout.
 */
export class SandboxClient {
  readonly #config: Settings;
  readonly #signal: AbortSignal;

  constructor(config: Settings) {
    this.#config = config;
    this.#signal = AbortSignal.timeout(config.timeoutMs);
  }

  /** Returns the details and fields that a payment will need, before it is created. */
  preparePayment(payment: { method: string; currency: string; customerId: string }) {
    return this.#send('POST', '/v1/preparations', preparationSchema, payment);
  }

  createPayment(payment: CreateSandboxPayment) {
    return this.#send('POST', '/v1/payments', createdPaymentSchema, payment);
  }

  /** Adds details to an existing payment; repeating the request gives the same response. */
  addDetails(id: string, details: Record<string, string>) {
    const path = `/v1/payments/${encodeURIComponent(id)}/details`;
    return this.#send('POST', path, createdPaymentSchema, { details });
  }

  findPayment(merchantReference: string) {
    return this.#send('GET', `/v1/payments?${query(merchantReference)}`, knownPaymentSchema);
  }

  completePayment(id: string, claim: { confirmationId: string | null; details?: object }) {
    const path = `/v1/payments/${encodeURIComponent(id)}/complete`;
    return this.#send('POST', path, paymentSchema, claim);
  }

  /** Makes fresh offers for a payment, unless one is taken. */
  renewOffers(id: string) {
    const path = `/v1/payments/${encodeURIComponent(id)}/offers`;
    return this.#send('POST', path, createdPaymentSchema, {});
  }

  /** Takes an offer; the response has the offer that was taken first, or fresh offers. */
  takeOffer(id: string, offerId: string) {
    const path = `/v1/payments/${encodeURIComponent(id)}/offers/${encodeURIComponent(offerId)}/take`;
    return this.#send('POST', path, createdPaymentSchema, {});
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

  /** Asks whose account it is. */
  enquireName(account: { method: string; currency: string; destination: Record<string, string> }) {
    return this.#send('POST', '/v1/name-enquiries', nameEnquirySchema, account);
  }

  createRefund(refund: CreateSandboxRefund) {
    return this.#send('POST', '/v1/refunds', refundSchema, refund);
  }

  findRefund(merchantReference: string) {
    return this.#send('GET', `/v1/refunds?${query(merchantReference)}`, refundSchema);
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
      headers: {
        authorization: `Bearer ${this.#config.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: this.#signal,
    });
    return answer.kind === 'answered' ? readAnswer(answer, schema) : answer;
  }
}

function query(merchantReference: string): URLSearchParams {
  return new URLSearchParams({ merchantReference });
}
