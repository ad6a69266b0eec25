import { describe, expect, test } from 'vitest';
import { openNotification } from '../../ground/encryption/sealed.ts';
import { reserveForTest } from '../../testing/reserve-for-test.ts';
import { useTransferDesk } from '../../testing/transfer-desk.ts';
import { endDeposit } from '../deposits/end-deposit.ts';
import { findKnownPlayers } from './known-payers.ts';
import { openDetails } from './transfer-details.ts';

const { desk, addAccount, free, importLine, invoice, notify, open, transfersTo } =
  useTransferDesk();

/** A reference as a person may type it. */
const look = (reference: string) =>
  reference.toLowerCase().replace('k', 'К').replaceAll('0', 'O').replaceAll('1', 'l');

const minute = 60_000;
const hour = 60 * minute;
const act = async (name: string, fields: Record<string, unknown>) => {
  const { status, body } = await desk.operator.ask(name, { reason: 'a test', ...fields });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

describe('a transfer of the exact amount', () => {
  test('in time is credited, once however often it is reported', async () => {
    const to = await addAccount();
    const deposit = await invoice(to, '50.3');
    const paid = { to, id: 'booking-1', amount: '50.30', payerName: 'Ada Lovelace' };
    const first = await notify(paid);
    expect(first).toMatchObject({ outcome: 'credited', subject_ids: [deposit.depositId] });
    expect(await deposit.balance()).toBe('50.30');
    expect(await deposit.status()).toBe('processed');
    expect((await notify(paid)).outcome).toBe('duplicate');
    expect((await notify({ ...paid, text: 'again' })).outcome).toBe('duplicate');
    expect(await deposit.balance()).toBe('50.30');
    expect(await deposit.payments()).toHaveLength(1);
    expect(await transfersTo(to)).toMatchObject([
      { status: 'matched', deposit_id: deposit.depositId, because: null, source: 'notification' },
    ]);
  });

  test('keeps the payer sealed, with the transfer and with the receipt', async () => {
    const { vault } = desk.server.core;
    const to = await addAccount();
    const deposit = await invoice(to);
    await notify({ to, text: 'for Ada', payerName: 'Ada Lovelace', payerAccount: '40817' });
    const [row] = await transfersTo(to);
    if (row === undefined) throw new Error('no transfer');
    // The sealed text may contain any three letters.
    expect(JSON.stringify(row)).not.toMatch(/for Ada|Lovelace/);
    expect(JSON.stringify(row)).not.toContain(to.number);
    expect(openDetails(vault, row)).toEqual({
      accountNumber: to.number,
      text: 'for Ada',
      payerName: 'Ada Lovelace',
      payerAccount: '40817',
    });
    const { body } = await desk.operator.ask('deposits-show', { depositId: deposit.depositId });
    expect(body.payments).toMatchObject([{ instrument: { kind: 'other' } }]);
    expect(JSON.stringify(body)).not.toMatch(/Lovelace/);
  });

  test.each(['player', 'operator', 'expiry'] as const)(
    'after the end by %s is credited in the late window',
    async (by) => {
      const to = await addAccount();
      const deposit = await invoice(to);
      const { depositId } = deposit;
      if (by === 'player') await deposit.cancel();
      if (by === 'operator') await act('deposits-decline', { depositId });
      if (by === 'expiry') await expire(depositId);
      expect(['canceled', 'declined', 'autoCanceled']).toContain(await deposit.status());
      await free(depositId);
      await desk.server.later(2 * hour, async () => {
        expect((await notify({ to, payerName: 'Ada Lovelace' })).outcome).toBe('credited');
      });
      expect(await deposit.balance()).toBe('50.00');
    },
  );

  test('after the late window waits for review', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    await deposit.cancel();
    await free(deposit.depositId, hour);
    await desk.server.later(25 * hour, async () => {
      expect((await notify({ to })).outcome).toBe('review');
    });
    expect(await transfersTo(to)).toMatchObject([{ status: 'review', because: 'noInvoice' }]);
    expect(await deposit.balance()).toBe('0.00');
  });

  test('a second time waits for review', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    await notify({ to });
    expect((await notify({ to })).outcome).toBe('review');
    await free(deposit.depositId, hour);
    expect((await notify({ to })).outcome).toBe('review');
    expect(await transfersTo(to)).toMatchObject([
      { status: 'matched' },
      { status: 'review', because: 'alreadyPaid' },
      { status: 'review', because: 'alreadyPaid' },
    ]);
    expect(await deposit.balance()).toBe('50.00');
  });

  test('to an account that was switched off or removed under the invoice is credited', async () => {
    for (const end of [{ is_on: false }, { removed_at: new Date() }]) {
      const to = await addAccount();
      const deposit = await invoice(to);
      await desk.server.core.db
        .updateTable('requisites')
        .set(end)
        .where('id', '=', to.row.id)
        .execute();
      expect((await notify({ to })).outcome).toBe('credited');
      expect(await deposit.balance()).toBe('50.00');
    }
  });

  test('that was booked before the invoice, but comes after it, is not of it', async () => {
    const to = await addAccount();
    const bookedAt = new Date(Date.now() - 10 * minute);
    await invoice(to);
    expect((await notify({ to, bookedAt })).outcome).toBe('review');
    // The bank's clock may be a little off.
    const nearly = new Date(Date.now() - 3 * minute);
    expect((await notify({ to, bookedAt: nearly })).outcome).toBe('credited');
  });

  test('with a day alone is of an invoice of that day, in the zone of the account', async () => {
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const to = await addAccount({ time_zone });
      const deposit = await invoice(to);
      const day = new Intl.DateTimeFormat('sv', { timeZone: time_zone }).format(new Date());
      expect((await notify({ to, bookedAt: new Date(`${day}T00:00:00Z`) })).outcome).toBe(
        'credited',
      );
      expect(await deposit.status()).toBe('processed');
    }
  });
});

/** Ends a deposit as the expiry does, which needs no provider. */
async function expire(depositId: string): Promise<void> {
  const { core } = desk.server;
  const deposit = await core.db
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();
  await core.db
    .transaction()
    .execute((tx) => endDeposit(core, tx, deposit, 'autoCanceled', { reason: 'it has expired' }));
}

describe('a transfer without an invoice of its amount', () => {
  test.each([
    ['less', { amount: '49.99' }, 'noInvoice'],
    ['more', { amount: '50.01' }, 'noInvoice'],
    ['another currency', { currency: 'USD' }, 'otherCurrency'],
    ['an unknown reference', { text: 'KS-AAAA-BBBB' }, 'unknownReference'],
  ])('(%s) waits for review', async (_, part, because) => {
    const to = await addAccount();
    const deposit = await invoice(to);
    expect(await notify({ to, ...part })).toMatchObject({ outcome: 'review', subject_ids: [] });
    expect(await transfersTo(to)).toMatchObject([{ status: 'review', because, deposit_id: null }]);
    expect(await deposit.payments()).toEqual([]);
  });

  test('to an account that nobody knows, or of another pool, waits for review', async () => {
    const { db } = desk.server.core;
    const number = '99990000111122223333';
    const other = await addAccount({ account: 'another' });
    for (const to of [{ number }, other]) {
      const id = `strange-${to.number}`;
      expect((await notify({ to, id })).outcome).toBe('review');
      expect((await notify({ to, id })).outcome).toBe('duplicate');
      const rows = await db
        .selectFrom('bank_transfers')
        .selectAll()
        .where('bank_reference', '=', id)
        .execute();
      expect(rows).toMatchObject([{ requisite_id: null, because: 'unknownAccount' }]);
    }
  });

  test('and its reference with another amount is a contradiction, which an operator sees', async () => {
    const to = await addAccount();
    await invoice(to);
    await notify({ to, id: 'same-id' });
    expect((await notify({ to, id: 'same-id', amount: '40' })).outcome).toBe('conflicting');
    expect(await transfersTo(to)).toHaveLength(1);
  });
});

describe('a transfer with a reference', () => {
  const begin = async () => {
    const to = await addAccount({ has_reference: true });
    const deposit = await invoice(to);
    return { to, deposit, text: `deposit ${deposit.reference.toLowerCase().replace('-', ' ')}!` };
  };

  test('is credited whatever the amount: less, then the rest, and what is more is parked', async () => {
    const { to, deposit, text } = await begin();
    expect((await notify({ to, text, amount: '20' })).outcome).toBe('credited');
    expect((await notify({ to, text, amount: '30' })).outcome).toBe('credited');
    expect(await deposit.balance()).toBe('50.00');
    expect((await notify({ to, text, amount: '50' })).outcome).toBe('parked');
    expect(await deposit.balance()).toBe('50.00');
    expect(await transfersTo(to)).toMatchObject([
      { status: 'matched' },
      { status: 'matched' },
      { status: 'matched' },
    ]);
    expect(await deposit.payments()).toMatchObject([
      { status: 'credited' },
      { status: 'credited' },
      { status: 'parked', parked_code: 'aboveCeiling' },
    ]);
  });

  test.each([
    ['look-alikes', (it: string) => ({ text: look(it) })],
    ['words glued on', (it: string) => ({ text: `Invoice${it.replaceAll('-', '')}thanks` })],
    ['spaces within', (it: string) => ({ text: [...it.replaceAll('-', '/')].join(' ') })],
    ['the payer’s end-to-end id', (it: string) => ({ text: 'rent', endToEndId: look(it) })],
    [
      'the name of another deposit that nobody knows',
      (it: string) => ({ text: `THANKS FROM JOHN ${look(it)}` }),
    ],
  ])('is credited by its known reference in %s', async (_, spell) => {
    const { to, deposit } = await begin();
    const paid = { to, amount: '20', ...spell(deposit.reference) };
    expect((await notify(paid)).outcome).toBe('credited');
    expect(await transfersTo(to)).toMatchObject([
      { status: 'matched', deposit_id: deposit.depositId, reference: deposit.reference },
    ]);
  });

  test('of words that only look like an unknown reference is none', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    const text = 'THANKS FROM JOHN KWIECINSKI 2026 1128';
    expect((await notify({ to, text, payerName: 'Ada Lovelace' })).outcome).toBe('credited');
    expect(await deposit.balance()).toBe('50.00');
    expect(await transfersTo(to)).toMatchObject([{ reference: null }]);
  });

  test('is credited late, and also after the requisite was freed for others', async () => {
    const { to, deposit, text } = await begin();
    await deposit.cancel();
    await free(deposit.depositId);
    await invoice(to);
    await desk.server.later(30 * hour, async () => {
      expect((await notify({ to, text })).outcome).toBe('credited');
    });
    expect(await deposit.status()).toBe('processed');
  });

  test('of a deposit that never had the account, or none, waits for review', async () => {
    const { to } = await begin();
    const elsewhere = await invoice(await addAccount({ has_reference: true }));
    expect((await notify({ to, text: elsewhere.reference })).outcome).toBe('review');
    expect((await notify({ to })).outcome).toBe('review');
    expect(await transfersTo(to)).toMatchObject([
      { because: 'unknownReference', reference: elsewhere.reference },
      { because: 'noReference', reference: null },
    ]);
  });

  test('of two deposits waits for review', async () => {
    const { to, deposit } = await begin();
    const second = await invoice(to);
    const text = `${deposit.reference} ${second.reference}`;
    expect((await notify({ to, text, amount: '100' })).outcome).toBe('review');
    const spelled = `${deposit.reference} a${look(second.reference)}`;
    expect((await notify({ to, text: spelled, amount: '100' })).outcome).toBe('review');
    const apart = { text: deposit.reference, endToEndId: second.reference };
    expect((await notify({ to, ...apart, amount: '100' })).outcome).toBe('review');
    const ambiguous = { because: 'ambiguous' };
    expect(await transfersTo(to)).toMatchObject([ambiguous, ambiguous, ambiguous]);
  });
});

describe('the same transfer in a notification and in a statement', () => {
  test.each(['notification', 'statement'] as const)(
    'is credited once, the %s first',
    async (first) => {
      const to = await addAccount();
      const deposit = await invoice(to);
      const inNotification = { to, id: 'N-1', payerName: 'Ada Lovelace' };
      const inStatement = { to, id: 'S-1', text: 'for Ada' };
      const reports = [
        async () => (await notify(inNotification)).outcome,
        async () => (await importLine(inStatement)).outcome,
      ];
      if (first === 'statement') reports.reverse();
      const outcomes: unknown[] = [];
      for (const report of [...reports, ...reports]) outcomes.push(await report());
      expect(outcomes).toEqual(['credited', 'duplicate', 'duplicate', 'duplicate']);
      expect(await deposit.balance()).toBe('50.00');
      const names = ['N-1', 'S-1'];
      if (first === 'statement') names.reverse();
      expect(await transfersTo(to)).toMatchObject([
        { source: first, bank_reference: names[0], paired_reference: names[1], status: 'matched' },
      ]);
    },
  );

  test('is credited once by both at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const to = await addAccount({ has_reference: round % 2 === 0 });
      const deposit = await invoice(to);
      const text = round % 2 === 0 ? deposit.reference : null;
      // Of a part of the amount, so that the ceiling would leave room for it twice.
      const amount = round % 2 === 0 ? '20' : '50';
      await Promise.all([notify({ to, text, amount }), importLine({ to, text, amount })]);
      expect(await transfersTo(to)).toMatchObject([{ status: 'matched' }]);
      expect(await deposit.balance()).toBe(`${amount}.00`);
    }
  });

  test('that nobody can assign waits for review once', async () => {
    const to = await addAccount();
    await Promise.all([notify({ to }), importLine({ to })]);
    expect(await transfersTo(to)).toMatchObject([{ status: 'review', because: 'noInvoice' }]);
  });

  test('twice is two transfers', async () => {
    const to = await addAccount({ has_reference: true });
    const deposit = await invoice(to);
    const paid = { to, text: deposit.reference, amount: '20' };
    for (const id of ['N-1', 'N-2']) await notify({ ...paid, id });
    for (const id of ['S-1', 'S-2', 'S-1']) {
      expect((await importLine({ ...paid, id })).outcome).toBe('duplicate');
    }
    expect(await deposit.balance()).toBe('40.00');
    // Each transfer has one report in the other source.
    const third = { ...paid, amount: '5' };
    await notify({ ...third, id: 'N-3' });
    expect((await importLine({ ...third, id: 'S-3' })).outcome).toBe('duplicate');
    expect((await importLine({ ...third, id: 'S-4' })).outcome).toBe('credited');
    expect(await transfersTo(to)).toHaveLength(4);
  });

  test('is not paired with another reference, day or amount', async () => {
    const to = await addAccount({ has_reference: true });
    const [first, second] = [await invoice(to), await invoice(to)];
    await notify({ to, text: first.reference });
    expect((await importLine({ to, text: second.reference })).outcome).toBe('credited');
    const soon = new Date(Date.now() + 73 * hour);
    expect((await importLine({ to, bookedAt: soon })).outcome).toBe('review');
    expect((await importLine({ to, amount: '49' })).outcome).toBe('review');
    expect(await transfersTo(to)).toHaveLength(4);
  });

  test('that names two deposits stays in review, though the second report names one', async () => {
    const to = await addAccount({ has_reference: true });
    const [first, second] = [await invoice(to), await invoice(to)];
    await notify({ to, id: 'N-1', text: `${first.reference} ${second.reference}` });
    await importLine({ to, id: 'S-1', text: first.reference });
    await importLine({ to, id: 'S-1' });
    expect(await transfersTo(to)).toMatchObject([{ status: 'review', because: 'ambiguous' }]);
    expect(await first.balance()).toBe('0.00');
  });

  test('that came before an invoice does not pay it by the day of its statement', async () => {
    const to = await addAccount();
    const earlier = new Date(Date.now() - 48 * hour);
    expect((await notify({ to, id: 'N-1', bookedAt: earlier })).outcome).toBe('review');
    const deposit = await invoice(to);
    expect((await importLine({ to, id: 'S-1' })).outcome).toBe('duplicate');
    expect(await deposit.balance()).toBe('0.00');
  });

  test('over a bank holiday waits for a person', async () => {
    const to = await addAccount({ has_reference: true });
    const deposit = await invoice(to);
    const text = deposit.reference;
    const earlier = new Date(Date.now() - 5 * 24 * hour);
    await notify({ to, id: 'N-1', text, amount: '20', bookedAt: earlier });
    await importLine({ to, id: 'S-1', text, amount: '20' });
    expect(await transfersTo(to)).toMatchObject([
      { status: 'matched' },
      { status: 'review', because: 'perhapsKnown' },
    ]);
    expect(await deposit.balance()).toBe('20.00');
  });

  test('is found by the text that only the statement has', async () => {
    const to = await addAccount({ has_reference: true });
    const deposit = await invoice(to);
    expect((await notify({ to, id: 'N-1', payerName: 'Ada Lovelace' })).outcome).toBe('review');
    const line = { to, id: 'S-1', text: deposit.reference };
    expect((await importLine(line)).outcome).toBe('credited');
    expect((await importLine(line)).outcome).toBe('duplicate');
    const [row, ...others] = await transfersTo(to);
    expect([row, others]).toMatchObject([{ status: 'matched', reference: deposit.reference }, []]);
    expect(row && openDetails(desk.server.core.vault, row)).toMatchObject({
      text: deposit.reference,
      payerName: 'Ada Lovelace',
    });
  });
});

describe('with an operator’s own acts', () => {
  test('the transfer of a deposit that was confirmed is the same receipt', async () => {
    // No other test of this file has left money of these amounts.
    for (const [has_reference, amount] of [
      [true, '50.37'],
      [false, '50.39'],
    ] as const) {
      const to = await addAccount({ has_reference });
      const deposit = await invoice(to, amount);
      const { depositId } = deposit;
      await act('deposits-confirm', { depositId, amount, currency: 'EUR' });
      await free(depositId, hour);
      const text = has_reference ? deposit.reference : null;
      await notify({ to, amount, text });
      expect(await deposit.balance()).toBe(amount);
      expect(await deposit.payments()).toMatchObject([
        { status: 'credited', confirmed_by: 'provider' },
      ]);
      expect(await transfersTo(to)).toMatchObject([{ status: 'matched', deposit_id: depositId }]);
      // A further one is other money.
      await notify({ to, amount, text });
      expect(await deposit.balance()).toBe(amount);
      const [, second] = await transfersTo(to);
      const parked = (await deposit.payments()).filter(({ status }) => status === 'parked');
      expect(has_reference ? parked.length : second?.because).toBe(
        has_reference ? 1 : 'alreadyPaid',
      );
    }
  });

  test('the transfer of a blocked player is parked', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    await act('players-block', { player: deposit.externalId });
    expect((await notify({ to, payerName: 'Ada Lovelace' })).outcome).toBe('parked');
    expect(await deposit.payments()).toMatchObject([{ parked_code: 'playerBlocked' }]);
    expect(await transfersTo(to)).toMatchObject([{ status: 'matched' }]);
  });

  test('the transfer of an erased player is credited, and its details are not kept', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    await deposit.cancel();
    await act('players-erase', { player: deposit.externalId, isForced: true });
    await notify({ to, payerName: 'Ada Lovelace' });
    // Whose money it is can't be told any more.
    const [transfer] = await transfersTo(to);
    expect(transfer).toMatchObject({ because: 'endedInvoice', details_sealed: expect.anything() });
    await act('bank-transfers-assign', { transferId: transfer?.id });
    expect(await deposit.payments()).toMatchObject([
      { status: 'credited', instrument_sealed: null },
    ]);
    expect(await transfersTo(to)).toMatchObject([{ status: 'matched', details_sealed: null }]);
  });
});

describe('a notification', () => {
  test('of several transfers has the deposits of all, and is listed without payment details', async () => {
    const to = await addAccount();
    const first = await invoice(to);
    const second = await invoice(to, '51');
    const row = await notify(
      { to, payerName: 'Ada Lovelace', text: 'for her' },
      { to, amount: '51' },
      { to, amount: '7' },
    );
    expect(row.outcome).toBe('credited');
    expect(new Set(row.subject_ids)).toEqual(new Set([first.depositId, second.depositId]));
    expect(openNotification(desk.server.core.vault, row)).toContain('Lovelace');
    const { body } = await desk.operator.ask('notifications-list', { state: 'all' });
    const shown = body.items.find(({ id }: { id: string }) => id === row.id);
    expect(shown.events).toEqual([
      expect.stringMatching(/^transfer \S+: 50 EUR$/),
      expect.stringMatching(/^transfer \S+: 51 EUR$/),
      expect.stringMatching(/^transfer \S+: 7 EUR$/),
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/Ada|her|Lovelace/);
    expect(JSON.stringify(shown)).not.toContain(to.number);
  });

  test('of the bank in another order gives the same result', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    await deposit.cancel();
    const bookedAt = new Date();
    await notify({ to, amount: '7', bookedAt });
    await notify({ to, bookedAt: new Date(bookedAt.getTime() - 1000) });
    expect(await deposit.balance()).toBe('50.00');
    expect((await open()).depositId).toBeDefined();
  });
});

describe('a payer who has paid before', () => {
  const begin = async (part: { playerId?: string } = {}) => {
    const to = await addAccount();
    const deposit = await open({ person: {}, ...part });
    await reserveForTest(desk.server.core, deposit.depositId, to.row, '50.21');
    return { to, deposit };
  };
  const payerName = 'Grace Hopper';

  test('for the player is credited late, and for another player waits for a person', async () => {
    const { to, deposit } = await begin();
    expect((await notify({ to, amount: '50.21', payerName })).outcome).toBe('credited');
    expect(await transfersTo(to)).toMatchObject([{ matched_by: 'alone' }]);
    const late = await begin({ playerId: deposit.externalId });
    await late.deposit.cancel();
    expect((await notify({ to: late.to, amount: '50.21', payerName })).outcome).toBe('credited');
    expect(await transfersTo(late.to)).toMatchObject([{ matched_by: 'knownPayer' }]);
    expect(await late.deposit.balance()).toBe('100.42');
    const other = await begin();
    await notify({ to: other.to, amount: '50.21', payerName });
    expect(await transfersTo(other.to)).toMatchObject([
      { because: 'otherPayer', proposed_deposit_id: other.deposit.depositId },
    ]);
    expect(await other.deposit.balance()).toBe('0.00');
    const { core } = desk.server;
    const sought = { brandId: 'kassa', payerName, payerAccount: null };
    const known = await findKnownPlayers(core, core.db, sought);
    expect([...known]).toEqual([deposit.owner.playerId]);
  });

  test('for many players is a bank or a service, and tells nobody', async () => {
    const service = 'Transfer Service Ltd';
    const { core } = desk.server;
    for (let count = 0; count < 5; count += 1) {
      const { to, deposit } = await begin();
      await notify({ to, amount: '50.21', text: deposit.reference, payerName: service });
      expect(await deposit.balance()).toBe('50.21');
    }
    const sought = { brandId: 'kassa', payerName: service, payerAccount: null };
    expect([...(await findKnownPlayers(core, core.db, sought))]).toEqual([]);
  });

  test.each([
    { payerName: 'IVAN I.', payerAccount: null },
    { payerName: 'Wise', payerAccount: null },
    { payerName: null, payerAccount: 'XXXX XXXX 1234' },
    { payerName: null, payerAccount: 'XXX12345678' },
    { payerName: null, payerAccount: '•••• 4242' },
    // No number: letters that only look like A to Z.
    { payerName: null, payerAccount: '\ufb012112345600000785' },
  ])('by %j is nobody in particular', async (payer) => {
    const { to, deposit } = await begin();
    await notify({ to, amount: '50.21', text: deposit.reference, ...payer });
    expect(await deposit.balance()).toBe('50.21');
    const { core } = desk.server;
    const known = await findKnownPlayers(core, core.db, { brandId: 'kassa', ...payer });
    expect([...known]).toEqual([]);
  });
});
