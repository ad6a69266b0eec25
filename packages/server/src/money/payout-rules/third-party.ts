import type { Db, Tx } from '../../ground/database/connect.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { openInstrument } from '../deposits/instruments.ts';
import { compareNames } from './compare-names.ts';
import type { Rule } from './rule-subject.ts';

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

/** Loads the receipts of the player's last deposits whose money wasn't taken back. */
function loadReceipts(db: Db | Tx, { brandId, playerId }: PlayerRef) {
  const last = db
    .selectFrom('deposits')
    .select(['id', 'reference'])
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .whereRef('credited_amount', '>', 'reversed_amount')
    .orderBy('created_at', 'desc')
    .limit(mostDeposits);
  return db
    .selectFrom(last.as('last'))
    .innerJoin('payments', 'payments.deposit_id', 'last.id')
    .select(['payments.id', 'payments.brand_id', 'payments.instrument_sealed', 'last.reference'])
    .where('payments.brand_id', '=', brandId)
    .where('payments.status', '=', 'credited')
    .where('payments.instrument_sealed', 'is not', null)
    .orderBy('payments.id', 'desc')
    .limit(mostReceipts)
    .execute();
}
