import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { captchaSolutionSchema } from '../entities/captcha.ts';
import { fieldDefinitionSchema } from '../entities/field.ts';
import { decimalSchema, type Money } from '../money.ts';
import { creationShape, type DepositCreateResponse } from './deposit-create.ts';

/**
 * §3 "P2P response": the parts of an invoice (`card`, `created`, `payment_amount`, `unifiedFlow` …)
 * stand beside the ids; `encodeP2p` and `toCreated` are the only places that know this form.
 */
export const p2pResponseSchema = z.catchall(
  z.object({
    depositId: z.string(),
    /** The reference for support: `KS-7Q2M-41XK`. */
    reference: z.string(),
    /** The deposit existed before this call. */
    exists: z.boolean(),
    /** What the player asked for. */
    passedAmount: decimalSchema,
    passedCurrency: currencySchema,
    /** What the payment is processed with, if it is an invoice. */
    processingAmount: z.optional(decimalSchema),
    processingCurrency: z.optional(currencySchema),
    /** The provider needs more data first: the player fills in `fields`. */
    isFieldsRequired: z.boolean(),
    fields: z.array(fieldDefinitionSchema),
  }),
  z.unknown(),
);

export type P2pResponse = z.infer<typeof p2pResponseSchema>;

export const depositCreateP2p = defineCall({
  name: 'deposit-create-p2p',
  method: 'POST',
  summary: 'Creates a deposit that is paid from person to person; a captcha is always needed.',
  isRetried: true,
  isCreating: true,
  cost: 'expensive',
  request: z.extend(captchaSolutionSchema, {
    ...creationShape,
    /** Name of the payment method. */
    paymentMethod: z.string().check(z.maxLength(64)),
    /** The bank that the player pays from: an id of the method's `banks`. */
    bank: z.optional(z.string().check(z.maxLength(64))),
    /**
     * The solution has the score of reCAPTCHA v3 (§7). The server verifies it for every brand with
     * v3, whatever this says.
     */
    checkScore: z.optional(z.boolean()),
  }),
  response: p2pResponseSchema,
});

/** What a P2P response says besides the created deposit. */
interface P2pFacts {
  /** Whether the deposit existed before the call. */
  exists: boolean;
  /** What the player asked for. */
  passed: Money;
}

/**
 * Brings a created deposit into the form of §3 "P2P response": the parts of `data` stand beside the
 * ids. The parameters of a provider's page keep their place in `data`, since a provider gives them
 * any names.
 */
export function encodeP2p(
  { depositId, reference, apiResponse, fields }: DepositCreateResponse,
  { exists, passed }: P2pFacts,
): P2pResponse {
  const { source, method, data, pageId, isFieldsRequired } = apiResponse;
  return {
    ...(source === null ? data : { source, method, data }),
    ...(pageId !== null && { pageId }),
    depositId,
    reference,
    exists,
    passedAmount: passed.amount,
    passedCurrency: passed.currency,
    isFieldsRequired,
    fields,
  };
}

/** Brings a P2P response into the form of every other creation; `decodeNextStep` reads both. */
export function toCreated({
  depositId,
  reference,
  exists: _,
  isFieldsRequired,
  fields,
  source,
  method,
  pageId,
  data: parameters,
  ...parts
}: P2pResponse): DepositCreateResponse {
  const isPage = typeof source === 'string';
  return {
    depositId,
    reference,
    apiResponse: {
      depositId,
      source: isPage ? source : null,
      method: method === 'POST' ? 'POST' : 'GET',
      pageId: typeof pageId === 'string' ? pageId : null,
      data: isPage ? (parametersSchema.safeParse(parameters).data ?? {}) : parts,
      isFieldsRequired,
    },
    fields,
  };
}

const parametersSchema = z.record(z.string(), z.unknown());
