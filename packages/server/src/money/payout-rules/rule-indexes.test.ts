import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkCode } from '../../players/confirmation-codes.ts';
import { copyRows } from '../../testing/copy-rows.ts';
import { explainQueries } from '../../testing/explain-queries.ts';
import { buildPayout, usePayoutRulesDesk } from '../../testing/payout-rules-desk.ts';
import { comparePayers } from '../deposits/compare-payers.ts';
import { findByInstrument } from '../deposits/instruments.ts';
import { clearPayer, findClearing } from '../deposits/payer-match.ts';
import { listInstruments } from '../saved-details/instruments.ts';
import { renewSpellings } from '../saved-details/old-spellings.ts';
import { findReviewRule } from '../withdrawals/review-rules.ts';
import { evaluateRules } from './evaluate-rules.ts';

const { desk, core, deposit, withdraw, subject } = usePayoutRulesDesk();

const ruleSet = {
  review: { first: true, changedDetails: true, velocity: { count: 1, hours: 1 } },
  closedLoop: 'refuse',
  nameMatch: 'refuse',
  thirdParty: 'refuse',
  turnover: '1',
  unverifiedUpTo: { EUR: '10' },
  confirmation: { url: 'http://localhost', secrets: [`whsec_${'a'.repeat(32)}`] },
};

/** Copies the only row of a table to other players, so often that the planner uses an index. */
async function copyToOthers(table: string): Promise<void> {
  const from = sql`
    (select * from ${sql.table(table)} limit 1) t,
    (select id from players where id <> ${desk.caller.playerId}) p, generate_series(1, 10) n`;
  await copyRows(desk.db, table, from, {
    ...ofCopies,
    player_id: 'p.id',
    currency: "'C' || n",
  });
  await sql`analyze ${sql.table(table)}`.execute(desk.db);
}

/** What no two rows share. */
const ofCopies = {
  id: 'gen_random_uuid()',
  reference: 'gen_random_uuid()::text',
  provider_payment_id: 'gen_random_uuid()::text',
  provider_reversal_id: 'gen_random_uuid()::text',
};

/** Gives the desk's player a row of everything, and 300 other players ten each. */
async function seed(): Promise<void> {
  const own = ownColumns();
  await sql`
    insert into players (id, brand_id, external_id)
    select gen_random_uuid(), 'kassa', 'player ' || n from generate_series(1, 300) n`.execute(
    desk.db,
  );
  await deposit('100', { instrument: { token: 't', payerName: 'Anna' }, reversed: '10' });
  await withdraw('10', { destination_digest: 'one' });
  await desk.db
    .insertInto('player_turnover')
    .values({ ...own, currency: 'EUR', total: '0', updated_at: desk.now })
    .execute();
  await desk.db
    .insertInto('confirmation_codes')
    .values({
      ...own,
      id: crypto.randomUUID(),
      digest: 'd',
      order_digest: 'o',
      created_at: desk.now,
      expires_at: desk.now,
      sent_at: desk.now,
      used_at: null,
    })
    .execute();
  for (const table of ['deposits', 'withdrawals', 'player_turnover', 'confirmation_codes']) {
    await copyToOthers(table);
  }
  // Receipts and reversals belong to a deposit.
  for (const table of ['payments', 'reversals']) {
    const from = sql`
      (select * from ${sql.table(table)} limit 1) t,
      (select id, player_id from deposits where player_id <> ${own.player_id}) d`;
    await copyRows(desk.db, table, from, {
      ...ofCopies,
      deposit_id: 'd.id',
      player_id: 'd.player_id',
      capture_id: 'gen_random_uuid()',
      payer_match: "'different'",
      instrument_digest: 'gen_random_uuid()::text',
      payer_digest: 'gen_random_uuid()::text',
    });
    await sql`analyze ${sql.table(table)}`.execute(desk.db);
  }
  await sql`
    insert into ledger_transfers (id, brand_id, kind, deposit_id)
    select id, brand_id, 'deposit', deposit_id from payments
    on conflict do nothing`.execute(desk.db);
  await sql`analyze ledger_transfers`.execute(desk.db);
}

const ownColumns = () => ({ brand_id: desk.caller.brandId, player_id: desk.caller.playerId });

test('every rule reads by an index of the player', async () => {
  desk.settings = ruleSet;
  const card = buildPayout('card_out', { paysBack: ['card'], paysToInstrument: true });
  desk.methods = [card];
  await seed();
  const order = {
    money: { amount: '1', currency: 'EUR' },
    paymentType: 'bank_out',
    destinationMasked: '',
    destinationDigest: 'two',
    locale: null,
  };
  const review = { ...ownColumns(), id: null, destination_digest: 'two', created_at: desk.now };
  const plans = await explainQueries(desk.db, async (db) => {
    const names = { first: 'Anna', last: 'Schmidt' };
    for (const requestedAt of [null, desk.now]) {
      const part = { playerNames: names, holder: 'Anna', requestedAt };
      await evaluateRules(core, db, subject('50', part));
    }
    desk.settings = { ...ruleSet, review: { ...ruleSet.review, first: false } };
    expect(await findReviewRule(core, db, review)).toBe('changedDetails');
    desk.settings = { ...ruleSet, review: { velocity: ruleSet.review.velocity } };
    expect(await findReviewRule(core, db, review)).toBe('velocity');
    const destination = { digest: 'two', digests: ['two'], instrument: null };
    await renewSpellings({ ...core, db }, desk.caller, buildPayout('bank_out'), destination);
    await checkCode({ ...core, db }, desk.caller, order, '123456').catch(() => {});
    await listInstruments(core, db, desk.caller, card);
    await findByInstrument({ ...core, db }, 'kassa', 't');
    await comparePayers({ ...core, db });
    await db.transaction().execute(async (tx) => {
      const payer = { token: 't', payerName: 'Anna' };
      const { playerId } = desk.caller;
      await findClearing(core, tx, { brand_id: 'kassa', player_id: playerId }, payer);
      const own = await tx
        .selectFrom('payments as p')
        .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
        .selectAll('p')
        .where('d.brand_id', '=', 'kassa')
        .where('d.player_id', '=', playerId)
        .executeTakeFirstOrThrow();
      for (const payer_digest of [own.payer_digest, null]) {
        await clearPayer(core, tx, { ...own, payer_digest }, playerId);
      }
    });
  });
  for (const index of [
    'deposits_of_player',
    'payments_of_deposit',
    'payments_of_payer',
    'payments_of_unmatched_payer',
    'payments_not_compared',
    'payments_instrument_digest',
    'Index Scan using ledger_transfers_',
    'reversals_of_deposit',
    'withdrawals_of_player',
    'withdrawals_of_destination',
    'player_turnover_pkey',
    'confirmation_codes_of_player',
  ]) {
    expect(plans).toContain(index);
  }
  const scans = plans.split('\n').filter((line) => /Seq Scan on (?!method_switches)/.test(line));
  expect(scans).toEqual([]);
});
