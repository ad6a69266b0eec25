import { randomInt, timingSafeEqual } from 'node:crypto';
import {
  CallError,
  type CallResponse,
  type Money,
  padToCurrency,
  toLatinDigits,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import type { Tx } from '../ground/database/connect.ts';
import type { Vault } from '../ground/encryption/vault.ts';
import type { Endpoint } from '../ground/signed-http/endpoint-settings.ts';
import { postSigned, type SignedAnswer } from '../ground/signed-http/post-signed.ts';
import { lockCaller } from './player-row.ts';

const validMs = 10 * 60_000;
const pauseMs = 60_000;
const mostTries = 5;
const mostPerHour = 5;
const hourMs = 3600_000;

/** Codes older than this count towards no limit. */
export const keptCodesMs = hourMs;

type Player = Pick<Caller, 'brandId' | 'playerId'>;
type CodeCore = Pick<Core, 'brands' | 'db' | 'vault' | 'log' | 'now'>;

/** The withdrawal that a code confirms, and no other. */
export interface ConfirmedOrder {
  /** What leaves the balance, in the account's currency. */
  money: Money;
  /** The method's name. */
  paymentType: string;
  /** The destination for people: `•••• 1234`. */
  destinationMasked: string;
  destinationDigest: string;
  /** The player's language, as their browser names it; null if unknown. */
  locale: string | null;
}

/** Whether the brand's withdrawals need a code. */
export function needsCode(core: Pick<Core, 'brands'>, player: Pick<Player, 'brandId'>): boolean {
  return endpointOf(core, player) !== null;
}

function endpointOf({ brands }: Pick<Core, 'brands'>, { brandId }: Pick<Player, 'brandId'>) {
  return brands.get(brandId)?.withdrawals.confirmation ?? null;
}

/**
 * Has the operator's channel send the player a new code for an order: 6 digits that work for 10
 * minutes.
 * @throws CallError rate.limited within 60 seconds after the last code, and after 5 of an hour,
 * those that failed included;
 * server.unavailable if the operator doesn't say that it was sent; request.invalid if the brand's
 * withdrawals need none
 */
export async function sendCode(
  core: CodeCore,
  caller: Pick<Caller, 'brandId' | 'playerId' | 'externalId'>,
  order: ConfirmedOrder,
): Promise<CallResponse<'withdrawal-code'>> {
  const endpoint = endpointOf(core, caller);
  if (endpoint === null) throw new CallError('request.invalid', 'Withdrawals need no code here.');
  const reserved = await reserve(core, caller, order);
  const expiresAt = reserved.expiresAt.getTime();
  // No transaction is open while the operator is asked.
  const sent = await askToSend(core, endpoint, caller, order, reserved);
  if (sent === null) throw new CallError('server.unavailable', 'The code could not be sent.');
  await core.db
    .updateTable('confirmation_codes')
    .set({ sent_at: core.now() })
    .where('id', '=', reserved.id)
    .execute();
  return { sentTo: sent.sentTo, expiresAt, nextAt: reserved.createdAt.getTime() + pauseMs };
}

/** Never logged, and stored as a digest only. */
interface NewCode {
  id: string;
  code: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Stores a new code before it is sent, so that parallel requests can't go over the limits. It counts
 * whatever the operator answers: a server that fails may have sent it.
 */
function reserve(core: CodeCore, caller: Player, order: ConfirmedOrder): Promise<NewCode> {
  const { brandId, playerId } = caller;
  return core.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller);
    const now = core.now();
    const recent = await tx
      .selectFrom('confirmation_codes')
      .select('created_at')
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .where('created_at', '>', new Date(now.getTime() - hourMs))
      .orderBy('created_at', 'desc')
      .limit(mostPerHour)
      .execute();
    requireRoom(
      recent.map(({ created_at }) => created_at.getTime()),
      now.getTime(),
    );
    const id = uuidv7();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = new Date(now.getTime() + validMs);
    await tx
      .insertInto('confirmation_codes')
      .values({
        id,
        brand_id: brandId,
        player_id: playerId,
        digest: core.vault.blindIndex(codeKind(brandId), `${id} ${code}`),
        order_digest: digestsOf(core.vault, brandId, order)[0] ?? '',
        created_at: now,
        expires_at: expiresAt,
        sent_at: null,
        used_at: null,
      })
      .execute();
    return { id, code, createdAt: now, expiresAt };
  });
}

/** @param times - when the codes of the last hour were made, the newest first */
function requireRoom(times: readonly number[], now: number): void {
  const [newest] = times;
  const oldest = times[mostPerHour - 1];
  const waits = [
    ...(newest === undefined ? [] : [newest + pauseMs - now]),
    ...(oldest === undefined ? [] : [oldest + hourMs - now]),
  ];
  const waitMs = Math.max(0, ...waits);
  if (waitMs === 0) return;
  const seconds = String(Math.ceil(waitMs / 1000));
  throw new CallError('rate.limited', `Another code can be sent in ${seconds} s.`, { seconds });
}

const answerSchema = z.object({
  sentTo: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
});

/** Returns null if the operator doesn't say that the code was sent. */
async function askToSend(
  core: Pick<Core, 'log'>,
  endpoint: Endpoint,
  { brandId, externalId }: Pick<Caller, 'brandId' | 'externalId'>,
  { money, paymentType, destinationMasked, locale }: ConfirmedOrder,
  { id, code, expiresAt }: NewCode,
): Promise<{ sentTo: string | null } | null> {
  const answer = await postSigned(endpoint, {
    id,
    body: {
      type: 'confirmationCode',
      brand: brandId,
      playerId: externalId,
      code,
      amount: padToCurrency(money.amount, money.currency),
      currency: money.currency,
      paymentType,
      destination: destinationMasked,
      locale,
      expiresAt: expiresAt.toISOString(),
    },
  });
  const sent = decodeAnswer(answer);
  if (sent === null) {
    const cause = answer.kind === 'failed' ? answer.failure : `status ${answer.status}`;
    core.log.error({ brandId, cause }, 'the operator did not send a confirmation code');
  }
  return sent;
}

function decodeAnswer(answer: SignedAnswer): { sentTo: string | null } | null {
  if (answer.kind === 'failed' || answer.status !== 200) return null;
  const parsed = answerSchema.safeParse(answer.json);
  return parsed.success ? { sentTo: parsed.data.sentTo?.trim() || null } : null;
}

/** A code that was right; null where none is needed. Used up by {@link useCode}. */
export type CheckedCode = { id: string } | null;

/**
 * Compares a player's code with the last one that was sent for this very order, where the brand's
 * withdrawals need one. Runs outside of any transaction: each try counts, whatever fails later.
 * @param isOnlyLook - the code is for looking at the order: a right one counts no try
 * @throws CallError code.required without a code; code.wrong; code.expired if there is no code to
 * compare with, or no try is left
 */
export async function checkCode(
  core: CodeCore,
  caller: Player,
  order: ConfirmedOrder,
  code: string | undefined,
  { isOnlyLook = false }: { isOnlyLook?: boolean } = {},
): Promise<CheckedCode> {
  if (!needsCode(core, caller)) return null;
  const given = toLatinDigits(code ?? '').replace(/\s/g, '');
  if (given === '') throw new CallError('code.required', 'This withdrawal needs a code.');
  const { brandId, playerId } = caller;
  const now = core.now();
  const sent = await core.db
    .selectFrom('confirmation_codes')
    .select(['id'])
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('created_at', '>', new Date(now.getTime() - validMs))
    .where('order_digest', 'in', digestsOf(core.vault, brandId, order))
    .where('sent_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // The try is counted before the code is compared, so that parallel guesses can't be more.
  const tried =
    sent &&
    (await core.db
      .updateTable('confirmation_codes')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', sent.id)
      .where('tries', '<', mostTries)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['id', 'digest'])
      .executeTakeFirst());
  if (tried === undefined) throw usedUp();
  const candidates = core.vault.blindIndexes(codeKind(brandId), `${tried.id} ${given}`);
  if (!candidates.some((candidate) => areEqual(candidate, tried.digest))) {
    throw new CallError('code.wrong', 'The code is wrong.');
  }
  if (isOnlyLook) {
    await core.db
      .updateTable('confirmation_codes')
      .set(({ eb }) => ({ tries: eb('tries', '-', 1) }))
      .where('id', '=', tried.id)
      .execute();
  }
  return { id: tried.id };
}

/**
 * Uses a checked code up, in the transaction that it confirms: of two uses, one passes.
 * @throws CallError code.expired if it was used meanwhile
 */
export async function useCode(
  core: Pick<Core, 'now'>,
  tx: Tx,
  caller: Player,
  checked: CheckedCode,
): Promise<void> {
  if (checked === null) return;
  const used = await tx
    .updateTable('confirmation_codes')
    .set({ used_at: core.now() })
    .where('brand_id', '=', caller.brandId)
    .where('player_id', '=', caller.playerId)
    .where('id', '=', checked.id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (used === undefined) throw usedUp();
}

const usedUp = () => new CallError('code.expired', 'The code ran out, was used or is unknown.');

const codeKind = (brandId: string) => ({ brandId, kind: 'confirmation code' });

/**
 * Returns the digests of what a code confirms under every key of the ring, the first key's first.
 * The vault ignores case and dashes: hence the hexadecimals.
 */
function digestsOf(
  vault: Vault,
  brandId: string,
  { money, paymentType, destinationDigest }: ConfirmedOrder,
): string[] {
  const amount = padToCurrency(money.amount, money.currency);
  const subject = JSON.stringify([amount, money.currency, paymentType, destinationDigest]);
  const exact = Buffer.from(subject).toString('hex');
  return vault.blindIndexes({ brandId, kind: 'confirmed withdrawal' }, exact);
}

function areEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
