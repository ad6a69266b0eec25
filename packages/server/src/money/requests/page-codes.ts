import { CallError, decodeNextStep, type ExternalRedirect } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { digestOneTimeCode, makeOneTimeCode } from '../../ground/one-time-code.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { canContinue, loadDeposit } from '../deposits/load-deposit.ts';
import { answerFor } from '../provider-events/finish-deposit.ts';

/**
 * The lifetime of a code: long enough for a slow phone to open its browser, too short for a link
 * that is found later.
 */
const lifetimeMs = 5 * 60_000;

type Parts = Pick<Core, 'db' | 'vault' | 'now'>;

/**
 * Issues a code of 256 random bits with which a browser outside the app opens the provider's page
 * (design §4 "Popups and /form"). The code works once within 5 minutes; only its digest is stored.
 * @throws CallError deposit.notFound; deposit.notOpen if there is no page to pay on (any more)
 */
export async function issuePageCode(
  core: Parts,
  owner: PlayerRef,
  depositId: string,
): Promise<string> {
  const deposit = await loadDeposit(core.db, owner, depositId);
  requirePage(core, deposit);
  const code = makeOneTimeCode();
  const expires_at = new Date(core.now().getTime() + lifetimeMs);
  const { id: deposit_id, brand_id } = deposit;
  const row = { brand_id, digest: digestOneTimeCode(code), deposit_id, expires_at };
  await core.db.insertInto('page_codes').values(row).execute();
  return code;
}

/**
 * Redeems a code of any caller and returns the page that it was issued for.
 * @throws CallError deposit.notFound if the code was used, has expired, belongs to another brand or
 * doesn't exist; deposit.notOpen if its deposit can no longer be paid on a page
 */
export function takePageCode(
  core: Parts,
  brandId: string,
  code: string,
): Promise<ExternalRedirect> {
  return core.db.transaction().execute(async (tx) => {
    const taken = await tx
      .deleteFrom('page_codes')
      .where('brand_id', '=', brandId)
      .where('digest', '=', digestOneTimeCode(code))
      .where('expires_at', '>', core.now())
      .returning('deposit_id')
      .executeTakeFirst();
    if (taken === undefined) {
      throw new CallError('deposit.notFound', 'The code was used, has expired or does not exist.');
    }
    const deposit = await tx
      .selectFrom('deposits')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('id', '=', taken.deposit_id)
      .executeTakeFirstOrThrow();
    return requirePage(core, deposit);
  });
}

/** Returns the provider's page on which a deposit waits for its player. */
function requirePage(core: Parts, deposit: Deposit): ExternalRedirect {
  const page = canContinue(deposit, core.now())
    ? decodeNextStep(answerFor(core, deposit)).externalRedirect
    : null;
  if (page !== null) return page;
  const message = 'The deposit has ended, or has no page to pay on.';
  throw new CallError('deposit.notOpen', message, {}, deposit.reference);
}
