import {
  CallError,
  type CallName,
  type DeviceTicket,
  decodeNextStep,
  ticketCalls,
} from '@kassa/contract';
import { sql } from 'kysely';
import { showMethodOf } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { digestOneTimeCode, makeOneTimeCode } from '../../ground/one-time-code.ts';
import { nothingStated } from '../../players/player-profile.ts';
import { longestValiditySeconds } from '../../players/token-faults.ts';
import { requireUnrevoked } from '../../players/token-revocations.ts';
import { TokenRejected } from '../../players/verify-token.ts';
import { canContinue, loadDeposit } from '../deposits/load-deposit.ts';
import { answerFor } from '../provider-events/finish-deposit.ts';

/** The lifetime of a code: the time to find a phone and to scan. */
const codeSeconds = 10 * 60;

/** For this time in ms after a deposit's deadline its ticket still shows what became of it. */
const afterDeadlineMs = 30 * 60_000;

type Parts = Pick<Core, 'db' | 'vault' | 'now'>;

/**
 * Issues a code of 256 random bits by which another device of the player shows the deposit's
 * invoice. The code works once within 10 minutes; only its digest is stored.
 * @throws CallError deposit.notFound; deposit.notOpen if there is no invoice to pay (any more)
 */
export async function issueDeviceCode(
  core: Parts,
  caller: Caller,
  depositId: string,
): Promise<{ code: string; validSeconds: number }> {
  const deposit = await loadDeposit(core.db, caller, depositId);
  requireInvoice(core, deposit);
  const code = makeOneTimeCode();
  const { id: deposit_id, brand_id } = deposit;
  await core.db
    .insertInto('device_codes')
    .values({
      brand_id,
      deposit_id,
      digest: digestOneTimeCode(code),
      token_id: caller.tokenId,
      token_issued_at: caller.issuedAt,
      expires_at: new Date(core.now().getTime() + codeSeconds * 1000),
    })
    .execute();
  return { code, validSeconds: codeSeconds };
}

/**
 * Exchanges a code of any caller for a ticket, which shows the code's deposit and no other. One
 * statement turns the code into its ticket, so that only one of several exchanges succeeds.
 * @throws CallError deposit.notFound if the code was used, has expired, belongs to another brand or
 * doesn't exist; deposit.notOpen if its deposit can no longer be paid
 */
export function redeemDeviceCode(
  core: Parts & Pick<Core, 'catalogOf'>,
  brandId: string,
  code: string,
): Promise<DeviceTicket> {
  const secret = makeOneTimeCode();
  return core.db.transaction().execute(async (tx) => {
    const redeemed = await tx
      .updateTable('device_codes')
      .set(({ ref }) => ({
        digest: digestOneTimeCode(secret),
        is_ticket: true,
        expires_at: sql<Date>`${ref('token_issued_at')} + make_interval(secs => ${longestValiditySeconds})`,
      }))
      .where('brand_id', '=', brandId)
      .where('digest', '=', digestOneTimeCode(code))
      .where('is_ticket', '=', false)
      .where('expires_at', '>', core.now())
      .returning('deposit_id')
      .executeTakeFirst();
    if (redeemed === undefined) {
      throw new CallError('deposit.notFound', 'The code was used, has expired or does not exist.');
    }
    const deposit = await tx
      .selectFrom('deposits')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('id', '=', redeemed.deposit_id)
      .executeTakeFirstOrThrow();
    requireInvoice(core, deposit);
    const { country, currency, payment_method } = deposit;
    const shown = { payment_method, country: country ?? '', currency };
    return {
      ticket: `kdt_${brandId}_${secret}`,
      depositId: deposit.id,
      method: showMethodOf(core.catalogOf(brandId), shown),
    };
  });
}

/** Whether a bearer token has the form of a ticket. */
export function isTicket(token: string): boolean {
  return token.startsWith('kdt_');
}

/**
 * Finds the player of a ticket, as a caller who may see the ticket's deposit alone. A ticket ends half
 * an hour after its deposit's deadline, with the player's erasure, and with the player token that
 * asked for its code: when that is revoked, and 12 hours after it was signed.
 * @throws TokenRejected auth.tokenInvalid, auth.tokenExpired or auth.tokenRevoked
 */
export async function findTicketHolder(
  core: Pick<Core, 'db' | 'now' | 'revocations'>,
  ticket: string,
): Promise<Caller> {
  const [, brandId, secret] = /^kdt_([a-z][a-z0-9-]{1,31})_([\w-]{43})$/.exec(ticket) ?? [];
  if (brandId === undefined || secret === undefined) {
    throw new TokenRejected('auth.tokenInvalid', 'The ticket is malformed.', 'malformed');
  }
  const now = core.now();
  const found = await core.db
    .selectFrom('device_codes as code')
    .innerJoin('deposits as deposit', (join) =>
      join
        .onRef('deposit.brand_id', '=', 'code.brand_id')
        .onRef('deposit.id', '=', 'code.deposit_id'),
    )
    .innerJoin('players as player', (join) =>
      join
        .onRef('player.brand_id', '=', 'deposit.brand_id')
        .onRef('player.id', '=', 'deposit.player_id'),
    )
    .select(['code.token_id', 'code.token_issued_at', 'code.expires_at'])
    .select(['deposit.id', 'deposit.account_currency', 'deposit.country'])
    .select(['player.id as playerId', 'player.external_id'])
    .where('code.brand_id', '=', brandId)
    .where('code.digest', '=', digestOneTimeCode(secret))
    .where('code.is_ticket', '=', true)
    .where('code.expires_at', '>', now)
    .where('deposit.expires_at', '>', new Date(now.getTime() - afterDeadlineMs))
    .where('player.erased_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) {
    const message = 'The ticket has ended or does not exist.';
    throw new TokenRejected('auth.tokenExpired', message, 'expired', brandId);
  }
  return requireUnrevoked(core, {
    brandId,
    playerId: found.playerId,
    externalId: found.external_id,
    currency: found.account_currency,
    country: found.country ?? '',
    role: undefined,
    group: null,
    accountType: 'main',
    isVouchedFor: false,
    isVerified: false,
    region: null,
    isOfAge: false,
    stated: nothingStated,
    tokenId: found.token_id,
    issuedAt: found.token_issued_at,
    expiresAt: found.expires_at,
    onlyDepositId: found.id,
  });
}

const calls: ReadonlySet<string> = new Set(ticketCalls);

/**
 * Requires that a call is one that a ticket is good for, and of its own deposit. A player token is
 * good for every call.
 * @param body - the call's request, not validated yet
 * @throws CallError deposit.notFound
 */
export function requireOwnDeposit(caller: Caller, call: CallName, body: unknown): void {
  const { onlyDepositId } = caller;
  if (onlyDepositId === undefined) return;
  if (calls.has(call) && isRecord(body) && body.depositId === onlyDepositId) return;
  throw new CallError('deposit.notFound', 'The ticket of a device is good for its deposit alone.');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const pageSteps: ReadonlySet<string> = new Set(['invoice', 'code', 'unifiedForm']);

/** Requires that a deposit waits for its player on a page of the widget. */
function requireInvoice(core: Parts, deposit: Deposit): void {
  if (canContinue(deposit, core.now())) {
    if (pageSteps.has(decodeNextStep(answerFor(core, deposit)).next.kind)) return;
  }
  const message = 'The deposit has ended, or is not paid on a page of the cashier.';
  throw new CallError('deposit.notOpen', message, {}, deposit.reference);
}
