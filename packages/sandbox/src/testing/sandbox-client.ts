import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type SandboxOptions, startSandbox } from '../index.ts';

const apiKey = 'test-api-key';
export const webhookSecret = 'test-webhook-secret';

export const paymentRequest = {
  merchantReference: 'dep-1',
  amount: '50.00',
  currency: 'EUR',
  method: 'card_eur',
  returnUrl: 'https://casino.example/kassa/deposit/complete?deposit=1',
  webhookUrl: 'http://127.0.0.1:9/webhook',
};

const answerSchema = z.looseObject({
  id: z.string(),
  merchantReference: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  paidAmount: z.nullable(z.string()),
  redirect: z.object({
    method: z.enum(['GET', 'POST']),
    url: z.string(),
    data: z.record(z.string(), z.string()),
  }),
});

const postedSchema = z.looseObject({
  id: z.optional(z.string()),
  status: z.optional(z.string()),
  fee: z.optional(z.nullable(z.string())),
  missingDetails: z.optional(z.array(z.looseObject({ name: z.string() }))),
});

export function makeDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'sandbox-'));
}

export const payoutRequest = {
  merchantReference: 'wd-1',
  amount: '20.00',
  currency: 'EUR',
  method: 'bank_eur',
  webhookUrl: 'http://127.0.0.1:9/webhook',
  destination: { iban: 'DE89370400440532013000' },
};

/** Rewrites the journal of a stopped provider so that everything in it is due and booked. */
export function passTime(folder: string): void {
  const path = join(folder, 'journal.jsonl');
  const journal = readFileSync(path, 'utf8');
  writeFileSync(path, journal.replace(/"(dueAt|bookedAt)":\d+/g, '"$1":1'));
}

/** Starts a provider with a merchant's client. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({
    port: 0,
    apiKey,
    webhookSecret,
    dataFolder: makeDataFolder(),
    ...options,
    // Every attempt is answered: a slow machine must not cause a second one.
    timing: { firstRetryMs: 1, longestRetryMs: 4, attemptTimeoutMs: 60_000, ...options.timing },
  });

  const call = (method: string, path: string, body?: unknown, key = apiKey): Promise<Response> =>
    fetch(`${sandbox.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const readPayment = async (response: Response) => answerSchema.parse(await response.json());

  const post = async (path: string, body: unknown = {}) => {
    const response = await call('POST', path, body);
    return { status: response.status, body: postedSchema.parse(await response.json()) };
  };

  return {
    ...sandbox,
    call,
    /** Posts a request and returns the response's JSON, for any status. */
    post,
    behave: (behaviours: object) => post('/v1/behaviours', behaviours),
    readPayment,
    create: async (
      request: Partial<typeof paymentRequest> & {
        payerFee?: string;
        cardViewType?: number;
        customerId?: string;
        customer?: { country: string };
        category?: string;
        reference?: string;
      } = {},
    ) => readPayment(await call('POST', '/v1/payments', { ...paymentRequest, ...request })),
    get: async (id: string) => readPayment(await call('GET', `/v1/payments/${id}`)),
    /** Presses a button of a payment's hosted page. */
    press: (pageUrl: string, action: string): Promise<Response> =>
      fetch(pageUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ action }),
      }),
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;
