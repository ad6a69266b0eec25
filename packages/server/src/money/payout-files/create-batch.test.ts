import { addDecimals } from '@kassa/contract';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { WithdrawalSettings } from '../../brands/withdrawal-settings.ts';
import { findAll, parseXml, textAt } from '../../ground/files/xml-elements.ts';
import { type Payee, reason, usePayoutFileDesk } from '../../testing/payout-file-desk.ts';
import { followUpWithdrawals } from '../provider-events/follow-up-withdrawals.ts';
import { createBatch } from './create-batch.ts';
import { findCandidates } from './find-candidates.ts';

const { desk, find, statusOf, bring, create, download } = usePayoutFileDesk();

const dayMs = 24 * 3600_000;

/** The end-to-end ids and amounts of a file. */
async function read(fileId: string) {
  const root = await parseXml(await download(fileId));
  const transfers = findAll(root, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf');
  return {
    reference: findAll(root, 'CstmrCdtTrfInitn/GrpHdr/MsgId')[0]?.text,
    sum: findAll(root, 'CstmrCdtTrfInitn/GrpHdr/CtrlSum')[0]?.text,
    ids: transfers.map((transfer) => textAt(transfer, 'PmtId/EndToEndId')),
    amounts: transfers.map((transfer) => textAt(transfer, 'Amt/InstdAmt') ?? ''),
  };
}

const idOf = ({ withdrawalId }: Payee) => withdrawalId.replaceAll('-', '');

/** A server that doesn't answer. */
const nobody = {
  url: 'http://127.0.0.1:1',
  secrets: ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGVzdHM='],
  timeoutMs: 1000,
};

/** Changes the brand's settings of withdrawals, and returns the ones before. */
function setRules(part: Partial<WithdrawalSettings>): WithdrawalSettings {
  const brand = desk.server.core.brands.get('kassa');
  if (brand === undefined) throw new Error('There is no brand');
  const before = { ...brand.withdrawals };
  Object.assign(brand.withdrawals, part);
  return before;
}

const reasonsOf = async ({ withdrawalId }: Payee) => {
  const { body } = await desk.operator.ask('withdrawals-show', { withdrawalId });
  return JSON.stringify(body.timeline);
};

describe('a file', () => {
  test('has the approved payouts of an account, which are sent then', async () => {
    const payees = [await bring('40'), await bring('25.50')];
    // No sweep pays them.
    await followUpWithdrawals(desk.server.core);
    expect(await Promise.all(payees.map(statusOf))).toEqual(['approved', 'approved']);
    const { status, body } = await create();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        file: {
          account: 'bank',
          format: 'pain.001.001.09',
          count: 2,
          sums: [{ amount: '65.5', currency: 'EUR' }],
          isKept: true,
        },
        reviewed: [],
        left: 0,
      },
    });
    const { id, reference } = body.file;
    expect(reference).toMatch(/^PB-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const file = await read(id);
    expect(file).toMatchObject({ reference, sum: '65.50', ids: payees.map(idOf) });
    for (const payee of payees) {
      expect(await find(payee.withdrawalId)).toMatchObject({
        status: 'sent',
        send_count: 1,
        batch_id: id,
        next_check_at: null,
      });
      expect(await reasonsOf(payee)).toContain(`written to the file ${reference}`);
    }
    const asked = await desk.server.provider(
      'GET',
      `/v1/payouts?merchantReference=${payees[0]?.withdrawalId}`,
    );
    expect(asked.status).toBe(404);
  });

  test('is the same at each download, and the log says who had it', async () => {
    await bring();
    const { body } = await create();
    const { id, reference } = body.file;
    const first = await download(id);
    expect(first).toContain('Ada Lovelace');
    expect(await download(reference)).toBe(first);
    const { body: acts } = await desk.operator.ask('acts-list', {
      action: 'payout-files-download',
    });
    expect(JSON.stringify(acts.items)).toContain(id);
    // Sealed at rest, and in no list.
    const row = await desk.server.core.db
      .selectFrom('payout_batches')
      .select('content_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.content_sealed).not.toContain('Lovelace');
    for (const [name, request] of [
      ['payout-files-list', {}],
      ['payout-files-show', { fileId: reference }],
    ] as const) {
      const shown = await desk.operator.ask(name, request);
      expect(JSON.stringify(shown.body)).toContain(reference);
      expect(JSON.stringify(shown.body)).not.toContain('Lovelace');
    }
  });

  test('is written once for an idempotency key', async () => {
    const payee = await bring();
    const key = uuidv7();
    const { body } = await create(key);
    const again = await create(key);
    expect(again).toMatchObject({ status: 200, body: { file: { id: body.file.id } } });
    expect(await find(payee.withdrawalId)).toMatchObject({ send_count: 1, batch_id: body.file.id });
  });

  test('is written by one of two operators, and no payout stands in two', async () => {
    const payees = await Promise.all(Array.from({ length: 6 }, () => bring('20')));
    const replies = await Promise.all([create(), create(), create()]);
    const files = replies.flatMap(({ body }) => body.file ?? []);
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const ids = await Promise.all(files.map(async ({ id }) => (await read(id)).ids));
    expect(ids.flat().toSorted()).toEqual(payees.map(idOf).toSorted());
    for (const { withdrawalId } of payees) {
      expect(await find(withdrawalId)).toMatchObject({ status: 'sent', send_count: 1 });
    }
  });

  test('that isn’t stored pays nobody: a crash before the commit changes nothing', async () => {
    const payee = await bring();
    const { core } = desk.server;
    const file = core.brands.get('kassa')?.accounts.get('bank')?.connector.payoutFile;
    if (file === undefined) throw new Error('The account has no files.');
    const batch = {
      id: uuidv7(),
      account: { brandId: 'kassa', connector: 'bank' },
      file,
      candidates: { ids: [payee.withdrawalId], reviewed: [] },
      actor: 'a test',
    };
    const crash = core.db.transaction().execute(async (tx) => {
      const { batch: stored } = await createBatch(core, tx, batch);
      expect(stored).toMatchObject({ count: 1 });
      throw new Error('the process died');
    });
    await expect(crash).rejects.toThrow('the process died');
    expect(await find(payee.withdrawalId)).toMatchObject({ status: 'approved', batch_id: null });
    const { body } = await create();
    expect((await read(body.file.id)).ids).toEqual([idOf(payee)]);
  });

  test('has as many payouts as the settings say; the rest are left for the next one', async () => {
    await Promise.all(Array.from({ length: 21 }, () => bring('20')));
    const { body } = await create();
    expect(body).toMatchObject({ file: { count: 20 }, left: 1 });
    expect((await create()).body).toMatchObject({ file: { count: 1 }, left: 0 });
  });

  test('is not written without payouts, while payouts are held, or for another account', async () => {
    expect(await create()).toMatchObject({
      status: 409,
      body: { error: { code: 'act.impossible' } },
    });
    const payee = await bring();
    desk.server.core.arePayoutsHeld = true;
    try {
      expect(await create()).toMatchObject({ status: 409 });
    } finally {
      desk.server.core.arePayoutsHeld = false;
    }
    const request = { account: 'sandbox', reason };
    expect(await desk.operator.ask('payout-files-create', request)).toMatchObject({
      status: 404,
      body: { error: { code: 'connector.notFound' } },
    });
    expect(await statusOf(payee)).toBe('approved');
    await create();
  });
});

describe('a payout', () => {
  test('that the file can’t hold goes to review, and the others are written', async () => {
    const wrong = await bring('30', { holder: undefined });
    const right = await bring('40');
    const { body } = await create();
    expect(body).toMatchObject({
      file: { count: 1 },
      reviewed: [
        {
          withdrawalId: wrong.withdrawalId,
          reference: wrong.reference,
          detail: "the file can't hold it: the name of the holder is missing",
        },
      ],
    });
    expect(await statusOf(wrong)).toBe('inReview');
    expect(await statusOf(right)).toBe('sent');
    const alone = await bring('30', { holder: undefined });
    expect((await create()).body).toMatchObject({ file: null, reviewed: [{}], left: 0 });
    expect(await statusOf(alone)).toBe('inReview');
  });

  test('of a blocked player goes to review, like any other', async () => {
    const payee = await bring();
    await desk.operator.ask('players-block', {
      player: payee.player.id,
      what: 'withdrawals',
      reason,
    });
    expect((await create()).body).toMatchObject({
      file: null,
      reviewed: [{ detail: "the player's withdrawals are blocked" }],
    });
    expect(await statusOf(payee)).toBe('inReview');
  });

  test('that breaks a rule is reviewed before the file locks anybody', async () => {
    const wrong = await bring('60');
    const right = await bring('40');
    const { core } = desk.server;
    const ordinary = setRules({ unverifiedUpTo: { EUR: '50' } });
    try {
      const account = { brandId: 'kassa', connector: 'bank' };
      const found = await findCandidates(core, account, 20);
      expect(found).toMatchObject({
        ids: [right.withdrawalId],
        reviewed: [{ withdrawal: { id: wrong.withdrawalId } }],
      });
      expect(await statusOf(wrong)).toBe('inReview');
      setRules(ordinary);
      const another = await bring('70');
      setRules({ unverifiedUpTo: { EUR: '50' } });
      const detail = 'rule identity: not verified, which leaves 50 EUR';
      const { withdrawalId, reference } = another;
      expect((await create()).body).toMatchObject({
        file: { count: 1 },
        reviewed: [{ withdrawalId, reference, detail }],
      });
    } finally {
      setRules(ordinary);
    }
  });

  test('that nobody approves makes room for others, and goes to review in the end', async () => {
    const silent = await bring('40');
    const ordinary = setRules({ screening: nobody });
    const { core, later } = desk.server;
    try {
      expect((await create()).status).toBe(409);
      const { next_check_at, check_count } = await find(silent.withdrawalId);
      expect(check_count).toBe(1);
      expect(next_check_at?.getTime()).toBeGreaterThan(core.now().getTime());
      await later(2 * dayMs, async () => {
        for (let count = 1; count < 8; count += 1) {
          await core.db
            .updateTable('withdrawals')
            .set({ next_check_at: core.now() })
            .where('id', '=', silent.withdrawalId)
            .execute();
          expect((await create()).status).toBe(409);
        }
      });
      await later(4 * dayMs, async () => {
        expect((await create()).body).toMatchObject({
          file: null,
          reviewed: [{ detail: 'rule screening: the operator did not respond' }],
        });
      });
      expect(await statusOf(silent)).toBe('inReview');
    } finally {
      setRules(ordinary);
    }
  });

  test('whose check fails makes room for the others', async () => {
    const failing = await bring('30');
    const right = await bring('40');
    const { core } = desk.server;
    const { vault } = core;
    // Not a missing key, which is a case of its own.
    const open: typeof vault.open = (sealed, context) => {
      if (context.id === failing.withdrawalId) throw new Error('a check that fails');
      return vault.open(sealed, context);
    };
    const account = { brandId: 'kassa', connector: 'bank' };
    const found = await findCandidates({ ...core, vault: { ...vault, open } }, account, 20);
    expect(found).toEqual({ ids: [right.withdrawalId], reviewed: [] });
    const { status, check_count, next_check_at } = await find(failing.withdrawalId);
    expect({ status, check_count }).toEqual({ status: 'approved', check_count: 1 });
    expect(next_check_at?.getTime()).toBeGreaterThan(core.now().getTime());
    expect((await create()).body).toMatchObject({ file: { count: 1 } });
    const { body } = await desk.server.later(dayMs, () => create());
    expect((await read(body.file.id)).ids).toEqual([idOf(failing)]);
  });

  test('to a new destination waits for its time', async () => {
    const payee = await bring();
    const { core, later } = desk.server;
    await core.db
      .updateTable('withdrawals')
      .set({ sends_after: new Date(core.now().getTime() + dayMs) })
      .where('id', '=', payee.withdrawalId)
      .execute();
    expect((await create()).status).toBe(409);
    const { body } = await later(dayMs + 1000, () => create());
    expect((await read(body.file.id)).ids).toEqual([idOf(payee)]);
  });

  test('can’t be canceled by its player once it is written', async () => {
    const { player, withdrawalId } = await bring();
    await create();
    const reply = await desk.server.call('withdrawal-cancel', { withdrawalId }, player);
    expect(reply).toMatchObject({ status: 409 });
  });

  test('without an answer is listed after the usual time', async () => {
    const payee = await bring();
    await create();
    const unanswered = async () => {
      const { body } = await desk.operator.ask('withdrawals-search', { isUnanswered: true });
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await unanswered()).not.toContain(payee.withdrawalId);
    await desk.server.later(3 * dayMs + 2 * 3600_000, async () => {
      expect(await unanswered()).toContain(payee.withdrawalId);
    });
  });
});

test('the control sum is the sum of the withdrawals, whatever their amounts', async () => {
  const amounts = fc.array(fc.integer({ min: 2000, max: 9999 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(amounts, async (cents) => {
      const spelled = cents.map(
        (it) => `${Math.floor(it / 100)}.${String(it % 100).padStart(2, '0')}`,
      );
      await Promise.all(spelled.map((amount) => bring(amount)));
      const { body } = await create();
      const file = await read(body.file.id);
      const { total } = await desk.server.core.db
        .selectFrom('withdrawals')
        .select(({ fn }) => fn.sum<string>('payout_amount').as('total'))
        .where('batch_id', '=', body.file.id)
        .executeTakeFirstOrThrow();
      expect(file.amounts.toSorted()).toEqual(spelled.toSorted());
      expect(addDecimals(file.sum ?? '', '0')).toBe(addDecimals(total, '0'));
      expect(body.file.sums).toEqual([{ amount: addDecimals(total, '0'), currency: 'EUR' }]);
    }),
    { numRuns: 4 },
  );
});
