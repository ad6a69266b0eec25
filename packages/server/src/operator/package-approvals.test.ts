import { beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { makeOwner, makeSubject } from '../testing/subjects/make-subject.ts';
import { packages, useSweepstakeDesk } from '../testing/sweepstake-desk.ts';

const { desk, boxes, bring, atProvider, receipts } = useSweepstakeDesk({
  brand: { secondApproval: { upTo: { USD: '50', QSC: '50' } } },
});
const reason = 'for a test';

let operator: OperatorClient;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});

describe('a second key approves', () => {
  test('a dear package that is given for a cent', async () => {
    const player = await bring();
    const { depositId } = (await player.order('dear')).body;
    await atProvider(depositId, 'approve', { paidAmount: '0.01' });
    const [parked] = await receipts(depositId);
    const credit = { paymentId: parked?.id, resolution: 'credit', reason };
    const { status, body } = await operator.ask('payments-resolve', credit);
    expect([status, body.pendingAct?.state]).toEqual([202, 'pending']);
    expect(await player.coins()).toEqual({ gcAmount: '0', scAmount: '0' });
  });

  test('a package with many sweep coins', async () => {
    const gift = {
      package: 'gift',
      price: '1.00',
      priceCurrencyCode: 'USD',
      gcAmount: '1',
      reason,
    };
    const proposed = await operator.ask('packages-set', { ...gift, scAmount: '1000000' });
    expect([proposed.status, proposed.body.pendingAct?.state]).toEqual([202, 'pending']);
    const onSale = async () => {
      const { body } = await operator.ask('packages-list', {});
      return body.items.map((it: { package: string }) => it.package);
    };
    expect(await onSale()).not.toContain('gift');
    const second = await createOperator(desk.server, { name: 'a second key' });
    const { id: pendingActId } = proposed.body.pendingAct;
    const approved = await second.ask('pending-acts-approve', { pendingActId, reason });
    expect([approved.status, approved.body.error]).toEqual([200, undefined]);
    expect(await onSale()).toContain('gift');
    expect((await operator.ask('packages-set', { ...gift, scAmount: '5' })).status).toBe(200);
  });

  test.each([
    ['price', { price: '50.01' }],
    ['price in a currency without a threshold', { priceCurrencyCode: 'EUR' }],
  ])('a package with a high %s', async (_, part) => {
    const usual = {
      package: Object.keys(part).join().toLowerCase(),
      price: '5',
      priceCurrencyCode: 'USD',
      gcAmount: '1',
    };
    const set = { ...usual, scAmount: '5', reason, ...part };
    expect((await operator.ask('packages-set', set)).status).toBe(202);
  });

  test('a package with more gold than the brand lets one key give', async () => {
    const brand = desk.server.core.brands.get('kassa');
    if (!brand?.secondApproval) throw new Error('There is no threshold');
    const { upTo } = brand.secondApproval;
    brand.secondApproval = { upTo: { ...upTo, QGC: '1000' } };
    const set = { package: 'golden', price: '5', priceCurrencyCode: 'USD', scAmount: '5', reason };
    const ask = (gcAmount: string) => operator.ask('packages-set', { ...set, gcAmount });
    expect((await ask('1001')).status).toBe(202);
    expect((await ask('1000')).status).toBe(200);
    brand.secondApproval = { upTo };
  });
});

describe('what is given for a package counts', () => {
  const money = { amount: '5.00', currency: 'USD' };

  /** Orders a package of 60 sweep coins for 5 dollars; one key may move 50 of each. */
  async function order(): Promise<string> {
    boxes.push({ ...packages.usual, boxId: 'many', price: '5.00', scAmount: '60' });
    const player = await bring();
    const part = { boxId: 'many', amount: '5.00' };
    const { status, body } = await player.order('usual', 'card_us', part);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.depositId;
  }

  async function makePayment(kind: 'bankTransfer' | 'chainPayment'): Promise<string> {
    const owner = await makeOwner(desk.server, 'kassa');
    const [id = ''] = await makeSubject(desk.server, owner, kind, money);
    return id;
  }

  const waits = (depositId: string) => ({
    status: 202,
    body: {
      pendingAct: {
        subjectId: depositId,
        money: [{ currency: 'USD' }, { amount: '60', currency: 'QSC' }],
      },
    },
  });

  test('where an operator confirms its payment', async () => {
    const depositId = await order();
    const asked = await operator.ask('deposits-confirm', { depositId, ...money, reason });
    expect(asked).toMatchObject(waits(depositId));
  });

  test('where a bank transfer is assigned to it', async () => {
    const depositId = await order();
    const transferId = await makePayment('bankTransfer');
    const request = { transferId, depositId, reason };
    expect(await operator.ask('bank-transfers-assign', request)).toMatchObject(waits(depositId));
  });

  test('where a payment on a chain is assigned to it', async () => {
    const depositId = await order();
    const chainPaymentId = await makePayment('chainPayment');
    const request = { chainPaymentId, depositId, reason };
    expect(await operator.ask('chain-payments-assign', request)).toMatchObject(waits(depositId));
  });
});
