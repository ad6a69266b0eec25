import {
  codePages,
  cryptoAddressSchema,
  defaultInvoiceSeconds,
  isUnsafeScheme,
  type OnrampOffer,
  type OnrampOffers,
  onrampOfferSchema,
  onrampOffersSchema,
  paymentCodeSchema,
  transferInvoiceSchema,
  unifiedFlowSchema,
} from '@kassa/contract';
import * as z from 'zod/mini';
import type { CreateOutcome, OffersOutcome, PlayerStep } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { toStepContext } from '../../ground/encryption/sealed.ts';
import { type FieldScope, validateRequestedFields } from './requested-fields.ts';

const hasUniqueIds = z.refine<OnrampOffers>(
  ({ paymentMethodOffers: offers }) =>
    new Set(offers.map(({ offerId }) => offerId)).size === offers.length,
  'has two offers with one id',
);

const offersSchema = onrampOffersSchema.check(hasUniqueIds);

/** The player's step on one of the widget's own pages. */
const ownPageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('code'),
    pageId: z.enum(codePages),
    data: paymentCodeSchema.check(
      z.refine(
        ({ qrCodeText, qrDataURL, buttonPay }) =>
          [qrCodeText, qrDataURL, buttonPay].some((part) => part !== undefined),
        'has neither code nor link',
      ),
    ),
  }),
  z.object({ kind: z.literal('address'), address: cryptoAddressSchema }),
  z.object({ kind: z.literal('unifiedForm'), form: unifiedFlowSchema }),
  z.extend(onrampOffersSchema, { kind: z.literal('offers') }).check(hasUniqueIds),
  z.object({
    kind: z.literal('invoice'),
    invoice: transferInvoiceSchema.check(
      z.refine(
        ({ card, requisites }) => card !== undefined || (requisites ?? []).length > 0,
        'has no account to pay into',
      ),
    ),
  }),
]);

/**
 * The maximum in characters of JSON. A picture of a code with all its texts needs less, and so does
 * a bank's form.
 */
const longestStep = 256 * 1024;

/** What a step is validated for. */
interface StepScope {
  now: Date;
  /** The currency that the player pays in. */
  currency: string;
}

/**
 * Validates the player's step against the contract. A step that the widget could not read or would
 * not open turns the outcome into the error `malformed`. Fields beside an invoice follow the same
 * rules as fields that a provider asks for first. A step without a start time starts now, and no
 * step starts in the future.
 */
export function validateStep(
  outcome: CreateOutcome,
  { now, currency, ...scope }: FieldScope & StepScope,
): CreateOutcome {
  if (outcome.kind !== 'accepted' || outcome.step === null) return outcome;
  const refuse = (detail: string) => ({ kind: 'error', error: 'malformed', detail }) as const;
  if (JSON.stringify(outcome.step).length > longestStep) return refuse('the step is too long');
  if (outcome.step.kind === 'page') {
    return isPageAddress(outcome.step.url) ? outcome : refuse('the page has an unsafe address');
  }
  const parsed = ownPageSchema.safeParse(outcome.step);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    // The path of the invalid part, not its value, which may be a payment detail. The provider's
    // names may be long.
    const where = issue?.path.join('.').slice(0, 100);
    return refuse(`the ${outcome.step.kind} is invalid at ${where}`);
  }
  const step = parsed.data;
  if (step.kind === 'code') {
    const created = resolveBeginning(step.data.created, now);
    return { ...outcome, step: { ...step, data: { ...step.data, created } } };
  }
  if (step.kind === 'address') {
    const created = resolveBeginning(step.address.created, now);
    return { ...outcome, step: { ...step, address: { ...step.address, created } } };
  }
  if (step.kind === 'offers') {
    if (!areIn(currency, step.paymentMethodOffers)) return refuse(otherCurrency);
    return { ...outcome, step: { ...step, created: resolveBeginning(step.created, now) } };
  }
  const flow = invoiceOf(step);
  const checked = validateRequestedFields(flow.inputFields ?? [], scope);
  if (checked.kind === 'invalid') return refuse(checked.detail);
  flow.created = resolveBeginning(flow.created, now);
  if (checked.fields.length > 0) flow.inputFields = checked.fields;
  else delete flow.inputFields;
  return { ...outcome, step };
}

type OwnPage = z.infer<typeof ownPageSchema>;

/** Returns the invoice of a step, which the unified form and an account to pay into have. */
const invoiceOf = (step: Exclude<OwnPage, { kind: 'code' | 'offers' | 'address' }>) =>
  step.kind === 'unifiedForm' ? step.form : step.invoice;

/** Whether a browser may be sent to an address; the widget also validates it against the method. */
function isPageAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && !isUnsafeScheme(url.protocol.slice(0, -1));
}

/**
 * Returns the start time, at most now: a provider's clock that is ahead would show the player too
 * much time.
 */
function resolveBeginning(said: string | undefined, now: Date): string {
  return said === undefined || Date.parse(said) > now.getTime() ? now.toISOString() : said;
}

/** The extra time for a player who pays in the last second. */
const graceMs = 60_000;
/** The longest lifetime of a step, whatever the provider says. */
const longestLifeMs = 31 * 24 * 3600_000;

/** Returns the time until which a step can be paid; null if the step doesn't say. */
export function resolveExpiry(step: PlayerStep | null, now: Date): Date | null {
  const endMs = endOf(step, now);
  if (endMs === null) return null;
  const leftMs = Math.min(Math.max(endMs - now.getTime(), 0), longestLifeMs);
  return new Date(now.getTime() + leftMs + graceMs);
}

/**
 * Returns when the code or invoice ends with which a player can still pay, although they have
 * reported the payment already: the report may have been a slip. Null where there is none any more, and
 * for an address: a payment to it is seen on its chain, and nobody reports it.
 * @throws SealError if its encryption key is missing in the key ring
 */
export function resolveReportedEnd(
  core: Pick<Core, 'vault' | 'now'>,
  deposit: Row & Pick<Deposit, 'status'>,
): Date | null {
  if (deposit.status !== 'awaitingConfirmation' || deposit.step_sealed === null) return null;
  const now = core.now();
  const step = readStep(core, deposit);
  const endMs = step?.kind === 'address' ? null : endOf(step, now);
  return endMs === null || endMs <= now.getTime() ? null : new Date(endMs);
}

/**
 * Returns the end of a code or invoice, in ms since 1970; null for a page and for offers, which the
 * player can have renewed.
 */
function endOf(step: PlayerStep | null, now: Date): number | null {
  if (step === null || step.kind === 'page' || step.kind === 'offers') return null;
  return lifeEndMs(lifetimeOf(step), now);
}

function lifetimeOf(step: Exclude<OwnPage, { kind: 'offers' }>): Lifetime {
  if (step.kind === 'code') return step.data;
  return step.kind === 'address' ? step.address : invoiceOf(step);
}

type Lifetime = Partial<Pick<OnrampOffers, 'created' | 'timeout_minutes' | 'lifetime'>>;

function lifeEndMs(
  { created, timeout_minutes: minutes, lifetime: seconds }: Lifetime,
  now: Date,
): number {
  const lifeMs = (minutes === undefined ? (seconds ?? defaultInvoiceSeconds) : minutes * 60) * 1000;
  return (created === undefined ? now.getTime() : Date.parse(created)) + lifeMs;
}

/** Whether offers can no longer be chosen. */
export function haveOffersEnded(offers: OnrampOffers, now: Date): boolean {
  return lifeEndMs(offers, now) <= now.getTime();
}

/** Validates fresh offers and the page of a chosen one, by the rules of {@link validateStep}. */
export function validateOffers(
  outcome: OffersOutcome,
  { now, currency }: StepScope,
): OffersOutcome {
  if (outcome.kind === 'error') return outcome;
  const refuse = (detail: string) => ({ kind: 'error', error: 'malformed', detail }) as const;
  if (outcome.kind === 'offered') {
    const parsed = offersSchema.safeParse(outcome.offers);
    if (!parsed.success) return refuse('the offers are invalid');
    if (!areIn(currency, parsed.data.paymentMethodOffers)) return refuse(otherCurrency);
    const created = resolveBeginning(parsed.data.created, now);
    return { kind: 'offered', offers: { ...parsed.data, created } };
  }
  const { data: offer } = onrampOfferSchema.safeParse(outcome.offer);
  if (offer === undefined) return refuse('the chosen offer is invalid');
  if (!areIn(currency, [offer])) return refuse(otherCurrency);
  if (!isPageAddress(outcome.page.url)) return refuse('the page has an unsafe address');
  return { ...outcome, offer };
}

/** Amounts of several currencies can't be compared, and the deposit's is the one that is paid. */
const otherCurrency = 'an offer has another currency than the deposit';

const areIn = (currency: string, offers: readonly OnrampOffer[]) =>
  offers.every((offer) => offer.currency === currency);

type Row = Pick<Deposit, 'id' | 'brand_id' | 'redirect' | 'step_sealed'>;

/**
 * Returns the columns of a step: a page in the previous release's format, any other step encrypted.
 */
export function writeStep(
  { vault }: Pick<Core, 'vault'>,
  deposit: Pick<Row, 'brand_id' | 'id'>,
  step: PlayerStep | null,
): { redirect: string | null; step_sealed: string | null } {
  if (step === null) return { redirect: null, step_sealed: null };
  if (step.kind === 'page') return { redirect: JSON.stringify(step), step_sealed: null };
  const sealed = vault.seal(JSON.stringify(step), toStepContext(deposit));
  return { redirect: null, step_sealed: sealed };
}

/**
 * Loads the player's step of a deposit; null if there is none or this release doesn't know its
 * kind.
 * @throws SealError if its encryption key is missing in the key ring
 */
export function readStep({ vault }: Pick<Core, 'vault'>, deposit: Row): PlayerStep | null {
  const { redirect, step_sealed: sealed } = deposit;
  if (sealed === null) return redirect === null ? null : { ...redirect, kind: 'page' };
  const opened: unknown = JSON.parse(vault.open(sealed, toStepContext(deposit)));
  return ownPageSchema.safeParse(opened).data ?? null;
}

/** Returns the fields that the player fills in before they complete the deposit. */
export function inputFieldsOf(step: PlayerStep | null) {
  const isInvoice = step?.kind === 'unifiedForm' || step?.kind === 'invoice';
  return isInvoice ? (invoiceOf(step).inputFields ?? []) : [];
}
