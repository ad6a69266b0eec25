import { sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { compareNames } from '../../players/compare-names.ts';
import { openInstrument } from '../deposits/instruments.ts';
import { restOfDeposit, wasCreditedUntil } from './credited-until.ts';
import type { Rule, RuleSubject } from './rule-subject.ts';

/** The player's last deposits whose payers are compared; each has to be decrypted. */
const mostDeposits = 25;
const mostReceipts = 50;

/**
 * The payers of the player's last deposits have the player's name, as far as the providers name
 * them.
 */
export const thirdParty: Rule = async ({ core, db, subject }) => {
  const { playerNames } = subject;
  const receipts = await loadReceipts(db, subject);
  const named = receipts.flatMap((receipt) => {
    const payer = nullIfUnreadable(() => openInstrument(core.vault, receipt))?.payerName;
    return payer == null ? [] : [{ receipt, payer }];
  });
  if (playerNames === null) {
    const detail = "the player's name isn't known";
    return named.length === 0 ? null : { effect: 'review', detail };
  }
  const matches = named.map((one) => ({ ...one, match: compareNames(playerNames, one.payer) }));
  const stranger = matches.find(({ match }) => match === 'different');
  if (stranger !== undefined) {
    return { detail: `deposit ${stranger.receipt.reference} was paid by somebody else` };
  }
  const unclear = matches.find(({ match }) => match === 'unclear');
  if (unclear === undefined) return null;
  const { reference } = unclear.receipt;
  return {
    effect: 'review',
    detail: `the name of the payer of deposit ${reference} can't be compared with the player's`,
  };
};

/** Loads the receipts of the player's last deposits before it whose money wasn't taken back. */
function loadReceipts(db: Db | Tx, { brandId, playerId, requestedAt }: RuleSubject) {
  const last = db
    .selectFrom('deposits')
    .select(['id', 'reference'])
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .whereRef('credited_amount', '>', 'reversed_amount')
    .$if(requestedAt !== null, (query) =>
      query
        .where('created_at', '<=', requestedAt)
        .where(sql<boolean>`${restOfDeposit(requestedAt)} > 0`),
    )
    .orderBy('created_at', 'desc')
    .limit(mostDeposits);
  return db
    .selectFrom(last.as('last'))
    .innerJoin('payments as p', 'p.deposit_id', 'last.id')
    .select(['p.id', 'p.brand_id', 'p.instrument_sealed', 'last.reference'])
    .where('p.brand_id', '=', brandId)
    .where('p.status', '=', 'credited')
    .where('p.instrument_sealed', 'is not', null)
    .where(wasCreditedUntil(requestedAt))
    .orderBy('p.id', 'desc')
    .limit(mostReceipts)
    .execute();
}
