import { afterAll, beforeAll, expect } from 'vitest';
import type { Withdrawal } from '../ground/database/tables/withdrawals.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { createOperator, type OperatorClient } from './operator-client.ts';
import { approve, bringPlayer, type PayingPlayer } from './paying-player.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { type BankAnswer, type BankReport, writePain002 } from './write-pain002.ts';

interface PayoutFileDesk {
  server: TestServer;
  operator: OperatorClient;
}

/** A withdrawal that is approved at once, and its player. */
export interface Payee {
  player: PayingPlayer;
  withdrawalId: string;
  reference: string;
}

const iban = 'DE89370400440532013000';
const settings = {
  debtorName: 'Kassa Ltd',
  iban: 'NL91ABNA0417164300',
  country: 'nl',
  mostPayouts: 20,
};
export const reason = 'the payouts of the day';

/**
 * Gives the tests of a file a server whose withdrawals are paid from the account `bank` by file;
 * `desk` is filled once the hooks have run.
 */
export function usePayoutFileDesk() {
  const desk = {} as PayoutFileDesk;
  beforeAll(async () => {
    const accounts = { bank: { connector: 'bank-file', settings } };
    const brand = { accounts, withdrawals: { approveUpTo: { EUR: '500' } } };
    desk.server = await startTestServer({}, { brand });
    desk.operator = await createOperator(desk.server);
    const catalog = desk.server.core.catalogOf('kassa');
    const methods = catalog.methods.map((method) =>
      method.name === 'payout' ? { ...method, routes: [{ account: 'bank' }] } : method,
    );
    desk.server.core.catalogOf = () => ({ ...catalog, methods });
  });
  afterAll(async () => {
    expect(await checkLedger(desk.server.core.db)).toEqual([]);
    await desk.server.stop();
  });

  const find = (withdrawalId: string): Promise<Withdrawal> =>
    desk.server.core.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('id', '=', withdrawalId)
      .executeTakeFirstOrThrow();
  return {
    desk,
    find,
    statusOf: async ({ withdrawalId }: Payee) => (await find(withdrawalId)).status,
    /** Has a player with 100 EUR ask for a payout; the account pays up to 500 EUR without review. */
    bring: (amount = '40', fields = {}): Promise<Payee> => bring(desk.server, amount, fields),
    create: (key?: string) =>
      desk.operator.ask('payout-files-create', { account: 'bank', reason }, key),
    download: (fileId: string) => desk.operator.download('payout-files-download', { fileId }),
    importAnswer: (report: BankReport) => importFile(desk.operator, writePain002(report)),
    importFile: (content: string) => importFile(desk.operator, content),
  };
}

async function bring(server: TestServer, amount: string, fields: object): Promise<Payee> {
  const player = await bringPlayer(server);
  const { paymentId } = await player.deposit();
  await approve(server, paymentId);
  await expect.poll(player.balance).toBe('100.00');
  const { status, body } = await player.withdraw(amount, {
    iban,
    holder: 'Ada Lovelace',
    ...fields,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return { player, withdrawalId: body.withdrawalId, reference: body.reference };
}

const importFile = (operator: OperatorClient, content: string) =>
  operator.ask('payout-files-import-answer', {
    account: 'bank',
    file: Buffer.from(content).toString('base64'),
  });

/** A bank's answer about a payee of a file. */
export const about = (
  { withdrawalId }: Pick<Payee, 'withdrawalId'>,
  answer: Omit<BankAnswer, 'endToEndId'>,
): BankAnswer => ({ endToEndId: withdrawalId.replaceAll('-', ''), ...answer });

/** A bank's answers about single payouts of a file. */
export const reportOf = (messageId: string, ...answers: BankAnswer[]): BankReport => ({
  messageId,
  payments: [{ id: `${messageId}-EUR`, answers }],
});
