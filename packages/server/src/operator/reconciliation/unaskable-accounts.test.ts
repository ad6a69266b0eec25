import { expect, test } from 'vitest';
import type { Account } from '../../brands/accounts.ts';
import type { Connector } from '../../connectors/connector.ts';
import { buildAccount } from '../../testing/build-method.ts';
import { about, reportOf, usePayoutFileDesk } from '../../testing/payout-file-desk.ts';
import { stepRuns } from './step-runs.ts';

/* Nobody can be asked for payouts by file, or on chains. */

const { desk, bring, create, statusOf, importAnswer } = usePayoutFileDesk();

/** Compares today at an account; returns the run with its differences. */
async function reconcile(connector: string) {
  const { operator, server } = desk;
  const day = new Date().toISOString().slice(0, 10);
  const { body } = await operator.ask('reconciliation-start', { connector, day });
  const { id: runId } = body;
  const show = async () => (await operator.ask('reconciliation-show', { runId })).body;
  await expect
    .poll(async () => {
      await stepRuns(server.core, 0);
      return (await show()).status;
    })
    .not.toBe('running');
  const found = await operator.ask('reconciliation-differences', { runId, limit: 200 });
  return { ...(await show()), found: found.body.items as Record<string, unknown>[] };
}

const detail =
  "rejected: the account can't be asked for payouts: look at the wallet or the bank account";

test('each payout by file that may still be made is listed, and none that was', async () => {
  const [paid, sent] = [await bring(), await bring()];
  const { reference } = (await create()).body.file;
  await importAnswer(reportOf(reference, about(paid, { status: 'ACCC' })));
  const waiting = await bring();
  expect([await statusOf(paid), await statusOf(sent)]).toEqual(['completed', 'sent']);
  const { status, checked, found } = await reconcile('bank');
  expect({ status, checked }).toEqual({ status: 'done', checked: 2 });
  expect(found.reverse()).toMatchObject(
    [sent, waiting].map(({ withdrawalId }) => ({
      kind: 'notAnswered',
      type: 'payout',
      withdrawalId,
      detail,
    })),
  );
});

test('a payout on a chain is listed, and the run does not fail', async () => {
  const { withdrawalId } = await bring();
  const { brands, db } = desk.server.core;
  const connector = { payouts: null } as Connector;
  const accounts = brands.get('kassa')?.accounts as Map<string, Account>;
  accounts.set('coins', buildAccount('coins', { connector }));
  const ofPayout = db.updateTable('withdrawals').where('id', '=', withdrawalId);
  await ofPayout.set({ connector: 'coins' }).execute();
  const { status, failure, found } = await reconcile('coins');
  expect({ status, failure }).toEqual({ status: 'done', failure: null });
  expect(found).toMatchObject([{ kind: 'notAnswered', type: 'payout', withdrawalId, detail }]);
});
