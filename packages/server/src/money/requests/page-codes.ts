import { createHash, randomBytes } from 'node:crypto';
import { CallError, decodeNextStep, type ExternalRedirect } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { canContinue, loadDeposit } from '../deposits/load-deposit.ts';
import { answerFor } from '../provider-events/finish-deposit.ts';

/** Time enough for a slow phone to open its browser, and too little for a link that is found later. */
const livedMs = 5 * 60_000;

type Parts = Pick<Core, 'db' | 'vault' | 'now'>;

/**
 * Gives the player a code of 256 random bits by which a browser beside their app opens the provider's
 * page (design §4 "Popups and /form"). It counts once, for 5 minutes; only its digest is kept.
 * @throws CallError deposit.notFound; deposit.notOpen where there is no page to pay on (any more)
 */
export async function issuePageCode(
  core: Parts,
  owner: PlayerRef,
  depositId: string,
): Promise<string> {
  const deposit = await loadDeposit(core.db, owner, depositId);
  requirePage(core, deposit);
  const code = randomBytes(32).toString('base64url');
  const expires_at = new Date(core.now().getTime() + livedMs);
  const { id: deposit_id, brand_id } = deposit;
  const row = { brand_id, digest: digestOf(code), deposit_id, expires_at };
  await core.db.insertInto('page_codes').values(row).execute();
  return code;
}

/**
 * Takes a code, which whoever brings it may use: the page that it was given out for.
 * @throws CallError deposit.notFound for one that is used, too old, of another brand or never was;
 * deposit.notOpen where its deposit can't be paid on a page any more
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
      .where('digest', '=', digestOf(code))
      .where('expires_at', '>', core.now())
      .returning('deposit_id')
      .executeTakeFirst();
    if (taken === undefined) {
      throw new CallError('deposit.notFound', 'The code was used, is too old, or never was.');
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

/** The provider's page on which a deposit waits for its player. */
function requirePage(core: Parts, deposit: Deposit): ExternalRedirect {
  const page = canContinue(deposit, core.now())
    ? decodeNextStep(answerFor(core, deposit)).externalRedirect
    : null;
  if (page !== null) return page;
  const message = 'The deposit has ended, or has no page to be paid on.';
  throw new CallError('deposit.notOpen', message, {}, deposit.reference);
}

function digestOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
