import { beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { useSweepstakeDesk } from '../testing/sweepstake-desk.ts';

const { desk, bring, atProvider, receipts } = useSweepstakeDesk({
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
});
