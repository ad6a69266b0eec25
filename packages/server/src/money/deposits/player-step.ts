import {
  codePages,
  defaultInvoiceSeconds,
  isUnsafeScheme,
  paymentCodeSchema,
  unifiedFlowSchema,
} from '@kassa/contract';
import * as z from 'zod/mini';
import type { CreateOutcome, PlayerStep } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { toStepContext } from '../../ground/encryption/sealed.ts';
import { type AskingScope, checkFields } from './check-asked.ts';

/** What a player does on a page of the widget's own. */
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
  z.object({ kind: z.literal('unifiedForm'), form: unifiedFlowSchema }),
]);

/** More than a picture of a code with all words beside it, or than a bank's form, in characters of JSON. */
const longestStep = 256 * 1024;

/**
 * Holds what the player is to do against the contract: a provider that gives what the widget could
 * not read, or would not open, has answered unreadably. Of what is filled in beside an invoice the same
 * rules hold as of what a provider asks for first. A step that doesn't say when its time began begins
 * now, and none begins later.
 */
export function checkStep(
  outcome: CreateOutcome,
  { now, ...scope }: AskingScope & { now: Date },
): CreateOutcome {
  if (outcome.kind !== 'accepted' || outcome.step === null) return outcome;
  const refuse = (detail: string) => ({ kind: 'error', error: 'malformed', detail }) as const;
  if (JSON.stringify(outcome.step).length > longestStep) return refuse('gives too long a step');
  if (outcome.step.kind === 'page') {
    return isPageAddress(outcome.step.url)
      ? outcome
      : refuse('gives a page with an unsafe address');
  }
  const parsed = ownPageSchema.safeParse(outcome.step);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    // Where, not what: the value may be a payment detail. The provider's own names may be long.
    const where = issue?.path.join('.').slice(0, 100);
    return refuse(`gives a ${outcome.step.kind} that can't be read: ${where}`);
  }
  const step = parsed.data;
  if (step.kind === 'code') {
    const created = resolveBeginning(step.data.created, now);
    return { ...outcome, step: { ...step, data: { ...step.data, created } } };
  }
  const { inputFields = [], ...form } = step.form;
  const created = resolveBeginning(form.created, now);
  const checked = checkFields(inputFields, scope);
  if (checked.kind === 'unsound') return refuse(checked.detail);
  const asked = checked.fields.length > 0 ? { inputFields: checked.fields } : {};
  return { ...outcome, step: { ...step, form: { ...form, created, ...asked } } };
}

/** What a browser may be sent to; the widget still holds it against what the method declares. */
function isPageAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && !isUnsafeScheme(url.protocol.slice(0, -1));
}

/** A provider whose clock is ahead would show the player time that there isn't. */
function resolveBeginning(said: string | undefined, now: Date): string {
  return said === undefined || Date.parse(said) > now.getTime() ? now.toISOString() : said;
}

/** A player who pays in the last second is still on their way. */
const graceMs = 60_000;
/** No provider's clock, and no slip of its pen, keeps a deposit open for ever. */
const longestLifeMs = 31 * 24 * 3600_000;

/** Until when a payment can be made by a step; null where the step doesn't say. */
export function resolveExpiry(step: PlayerStep | null, now: Date): Date | null {
  if (step === null || step.kind === 'page') return null;
  const lifetime = step.kind === 'code' ? step.data : step.form;
  const { created, timeout_minutes: minutes, lifetime: seconds } = lifetime;
  const lifeMs = (minutes === undefined ? (seconds ?? defaultInvoiceSeconds) : minutes * 60) * 1000;
  const startMs = created === undefined ? now.getTime() : Date.parse(created);
  const leftMs = Math.min(Math.max(startMs + lifeMs - now.getTime(), 0), longestLifeMs);
  return new Date(now.getTime() + leftMs + graceMs);
}

type Row = Pick<Deposit, 'id' | 'brand_id' | 'redirect' | 'step_sealed'>;

/** The columns that hold a step: a page as the release before reads it, all else sealed. */
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
 * What the player of a deposit does; null where there is nothing, or nothing that this release knows.
 * @throws SealError where its key is missing in the ring
 */
export function readStep({ vault }: Pick<Core, 'vault'>, deposit: Row): PlayerStep | null {
  const { redirect, step_sealed: sealed } = deposit;
  if (sealed === null) return redirect === null ? null : { ...redirect, kind: 'page' };
  const opened: unknown = JSON.parse(vault.open(sealed, toStepContext(deposit)));
  return ownPageSchema.safeParse(opened).data ?? null;
}

/** What a step asks the player to fill in before they say that they have paid. */
export function inputFieldsOf(step: PlayerStep | null) {
  return step?.kind === 'unifiedForm' ? (step.form.inputFields ?? []) : [];
}
