import {
  localizedTextSchema,
  type PaddedDecimal,
  padToCurrency,
  resolveLocale,
  resolveName,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { ApprovalSettings } from '../../brands/brand-config.ts';
import type { Brand } from '../../brands/load-brands.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { postSigned, type SignedAnswer } from '../../ground/signed-http/post-signed.ts';
import { openPlayerData } from '../../players/player-data.ts';
import { loadExternalId } from '../../players/player-row.ts';

/** Requests the operator's approval of a deposit or payout, if the brand requires it. */
export async function approveSubject(
  core: Core,
  kind: 'deposit' | 'payout',
  subject: Deposit | Withdrawal,
): Promise<Approval> {
  const { brand_id: brandId, player_id: playerId } = subject;
  if (findSettings(core, brandId, kind) === null) return { approved: true, isAsked: false };
  const sealedOf = kind === 'deposit' ? 'deposit' : 'withdrawal';
  const { ipAddress, userAgent, locale } = openPlayerData(core.vault, sealedOf, subject);
  return requestApproval(core, {
    kind,
    brandId,
    id: subject.id,
    reference: subject.reference,
    playerId: await loadExternalId(core.db, { brandId, playerId }),
    amount: padToCurrency(subject.amount, subject.currency),
    currency: subject.currency,
    paymentType: subject.payment_method,
    paymentMethod: subject.payment_method,
    country: subject.country,
    ipAddress,
    userAgent,
    locale,
  });
}

/** The subject of an approval, sent to the operator before money moves. */
export interface ApprovalSubject {
  kind: 'deposit' | 'payout';
  brandId: string;
  /** The id of the deposit or withdrawal. */
  id: string;
  /** The reference that a player gives to support. */
  reference: string;
  /** The operator's id of the player. */
  playerId: string;
  amount: PaddedDecimal;
  currency: string;
  paymentType: string;
  /** @deprecated The same as `paymentType`, for one release. */
  paymentMethod: string;
  country: string | null;
  /** The device from which the player asked; each null if it isn't known. */
  ipAddress: string | null;
  userAgent: string | null;
  locale: string | null;
}

export type Approval =
  | {
      approved: true;
      /** False if the brand requires no approval: then no time has passed. */
      isAsked: boolean;
    }
  | {
      approved: false;
      /** The operator's message for the player, in their language where it has several; if any. */
      message: string | null;
      /** False if the operator didn't reject it: no response in time, or a malformed one. */
      isAnswered: boolean;
    };

const answerSchema = z.discriminatedUnion('approved', [
  z.object({ approved: z.literal(true) }),
  z.object({
    approved: z.literal(false),
    message: z.optional(
      z.nullable(z.union([z.string().check(z.maxLength(300)), localizedTextSchema])),
    ),
  }),
]);

interface ApprovalCore extends Pick<Core, 'log'> {
  brands: ReadonlyMap<string, Pick<Brand, 'approval'>>;
}

/**
 * Asks the operator whether a deposit may start or a payout may be sent, if the brand requires it.
 * It fails closed: anything but a valid approval within the brand's timeout is a rejection and is
 * logged.
 */
export async function requestApproval(
  core: ApprovalCore,
  { brandId, ...subject }: ApprovalSubject,
): Promise<Approval> {
  const settings = findSettings(core, brandId, subject.kind);
  if (settings === null) return { approved: true, isAsked: false };
  // A new id for each attempt, since the operator may decide differently.
  const answer = await postSigned(settings, {
    id: uuidv7(),
    body: { type: 'approval', brand: brandId, ...subject },
  });
  const approval = decodeAnswer(answer, subject.locale);
  if (!approval.approved) {
    const fields = { brandId, kind: subject.kind, subjectId: subject.id };
    if (approval.isAnswered) core.log.info(fields, 'the operator did not approve');
    else
      core.log.error(
        { ...fields, ...describe(answer) },
        "the operator's approval could not be requested",
      );
  }
  return approval;
}

/** Returns the settings of the brand's approvals; null if this kind needs none. */
function findSettings(
  { brands }: Pick<ApprovalCore, 'brands'>,
  brandId: string,
  kind: ApprovalSubject['kind'],
): ApprovalSettings | null {
  const settings = brands.get(brandId)?.approval ?? null;
  const isWanted = kind === 'deposit' ? settings?.deposits : settings?.payouts;
  return isWanted === true ? settings : null;
}

function decodeAnswer(answer: SignedAnswer, locale: string | null): Approval {
  const unanswered = { approved: false, message: null, isAnswered: false } as const;
  if (answer.kind === 'failed' || answer.status !== 200) return unanswered;
  const parsed = answerSchema.safeParse(answer.json);
  if (!parsed.success) return unanswered;
  if (parsed.data.approved) return { approved: true, isAsked: true };
  const { message = null } = parsed.data;
  const words =
    message === null || typeof message === 'string'
      ? message
      : resolveName(message, resolveLocale(locale ?? ''));
  return { approved: false, message: words?.trim() || null, isAnswered: true };
}

function describe(answer: SignedAnswer): object {
  return answer.kind === 'failed'
    ? { failure: answer.failure, detail: answer.detail }
    : { status: answer.status };
}
