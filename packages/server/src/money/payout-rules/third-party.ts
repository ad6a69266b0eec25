import { sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Payment } from '../../ground/database/tables/money.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { compareNames, type NameMatch } from '../../players/compare-names.ts';
import { openInstrument } from '../deposits/instruments.ts';
import { isUnmatchedReceipt } from '../deposits/payer-match.ts';
import { restOfReceipt, wasCreditedUntil } from './credited-until.ts';
import type { Breach, Rule, RuleCore, RuleSubject } from './rule-subject.ts';

/**
 * The most payers who don't match, and the most receipts that aren't compared yet, of which each is decrypted. If a
 * player has more, a person decides.
 */
const mostOpened = 200;

/**
 * The payers of the player's receipts have the player's name, as far as the providers name them. The
 * answer was stored with each receipt, and holds however old the receipt is, until a person clears the
 * payer. Only a payer who could not be compared for want of the player's name is compared now.
 */
export const thirdParty: Rule = async ({ core, db, subject }) => {
  const unmatched = await loadUnmatched(db, subject);
  const uncompared = await loadUncompared(db, subject);
  const answers = [...unmatched, ...uncompared].map((receipt) => ({
    receipt,
    match: matchNow(core, subject, receipt),
  }));
  const different = answers.find(({ match }) => match === 'different');
  if (different !== undefined) {
    return { detail: `deposit ${different.receipt.reference} was paid by somebody else` };
  }
  if (answers.some(({ match }) => match === 'unnamedPlayer')) {
    return toReview("the player's name isn't known");
  }
  const unclear = answers.find(({ match }) => match === 'unclear');
  if (unclear !== undefined) {
    const { reference } = unclear.receipt;
    return toReview(
      `the name of the payer of deposit ${reference} can't be compared with the player's`,
    );
  }
  const isTooMuch = unmatched.length > mostOpened || uncompared.length > mostOpened;
  return isTooMuch ? toReview('the player has too many payers who are not compared yet') : null;
};

const toReview = (detail: string): Breach => ({ effect: 'review', detail });

type Receipt = Pick<Payment, 'id' | 'brand_id' | 'instrument_sealed' | 'payer_match'> & {
  reference: string;
};

/** Returns the stored answer, or compares the payer with the names that are known now. */
function matchNow(
  { vault }: RuleCore,
  { playerNames }: RuleSubject,
  receipt: Receipt,
): NameMatch | 'unnamedPlayer' {
  const { payer_match: stored } = receipt;
  if (stored === 'different' || stored === 'unclear') return stored;
  const instrument = nullIfUnreadable(() => openInstrument(vault, receipt));
  // Of a payer who was deleted, or whose key is missing, nobody can tell.
  if (instrument === null) return 'unclear';
  if (instrument.payerName === null) return 'same';
  return playerNames === null ? 'unnamedPlayer' : compareNames(playerNames, instrument.payerName);
}

/**
 * Loads the newest receipt of each payer who doesn't match. Those who are different come first, by the
 * alphabet: no number of others hides one.
 */
function loadUnmatched(db: Db | Tx, subject: RuleSubject): Promise<Receipt[]> {
  return selectReceipts(db, subject)
    .distinctOn(['p.payer_match', 'p.payer_digest'])
    .where(isUnmatchedReceipt)
    .orderBy('p.payer_match')
    .orderBy('p.payer_digest')
    .orderBy('p.id', 'desc')
    .limit(mostOpened + 1)
    .execute();
}

/** Loads receipts of an earlier release that aren't compared yet (deposits/compare-payers.ts). */
function loadUncompared(db: Db | Tx, subject: RuleSubject): Promise<Receipt[]> {
  return selectReceipts(db, subject)
    .where('p.payer_match', 'is', null)
    .where('p.instrument_sealed', 'is not', null)
    .orderBy('p.id', 'desc')
    .limit(mostOpened + 1)
    .execute();
}

/** Selects the player's receipts that were credited before the request and not taken back since. */
function selectReceipts(db: Db | Tx, { brandId, playerId, requestedAt }: RuleSubject) {
  return db
    .selectFrom('deposits')
    .innerJoin('payments as p', 'p.deposit_id', 'deposits.id')
    .select(['p.id', 'p.brand_id', 'p.instrument_sealed', 'p.payer_match', 'deposits.reference'])
    .where('deposits.brand_id', '=', brandId)
    .where('deposits.player_id', '=', playerId)
    .whereRef('deposits.credited_amount', '>', 'deposits.reversed_amount')
    .where('p.brand_id', '=', brandId)
    .where('p.status', '=', 'credited')
    .where(sql<boolean>`${restOfReceipt} > 0`)
    .where(wasCreditedUntil(requestedAt));
}
