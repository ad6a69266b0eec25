import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import type { ProviderEvent, ProviderPayment } from '../../connectors/provider-event.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { setPlayerLimit } from '../../players/player-limits.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildBreakers } from '../../providers/breakers.ts';
import { buildFakeWallet } from '../../testing/fake-wallet.ts';
import { refuse, useRoutedDesk } from '../../testing/routed-deposits.ts';
import { describeWrittenRows } from '../../testing/written-rows.ts';
import { offerBonus } from '../bonuses/offer-bonus.ts';
import { recordCorrection } from '../wallet/corrections.ts';

// What a deposit leaves in the database must not depend on how many statements write it.

const { desk, notify } = useRoutedDesk({
  // Events are recorded only for an endpoint; nobody answers at this one.
  webhook: { url: 'http://localhost:9', secrets: ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGVzdHM='] },
  rates: { kind: 'static', base: 'EUR', table: { USD: '1.25' } },
});

afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

const restores: (() => void)[] = [];

/** A player, and what they and the providers do with their deposits. */
interface Desk {
  playerId: string;
  /** Creates a deposit of 50 EUR; `part` replaces parts of the order. */
  create: (part?: object) => Promise<string>;
  ask: (call: 'deposit-complete' | 'deposit-cancel', depositId: string) => Promise<void>;
  session: () => Promise<string>;
  /** The provider of an account reports a payment of 50 EUR as approved; `part` replaces parts. */
  report: (depositId: string, part?: Partial<ProviderPayment>, account?: string) => Promise<void>;
  event: (event: ProviderEvent) => Promise<void>;
}

async function meet(): Promise<Desk> {
  const externalId = uuidv7();
  const { core } = desk.server;
  const playerId = await resolvePlayer(core.db, 'kassa', externalId);
  const token = await desk.server.token({ playerId: externalId });
  const event = async (it: ProviderEvent, account = 'north') => void (await notify(account, it));
  return {
    playerId,
    event,
    create: async (part = {}) => {
      const order = { amount: '50', currency: 'EUR', paymentType: 'card', ...part };
      const { body } = await desk.server.call('deposit-create', order, { token });
      return body.depositId ?? '';
    },
    ask: async (call, depositId) => {
      await desk.server.call(call, { depositId }, { token });
    },
    session: async () => {
      const { body } = await desk.server.call(
        'session-start',
        { transaction: 'deposit' },
        { token },
      );
      return body.paymentSessionId;
    },
    report: (depositId, part = {}, account = 'north') =>
      event(
        {
          kind: 'payment',
          providerReference: `receipt of ${depositId}`,
          depositId,
          status: 'approved',
          paid: { amount: '50', currency: 'EUR' },
          fee: null,
          ...part,
        },
        account,
      ),
  };
}

const lastOf = async (playerId: string) => {
  const { id } = await desk.server.core.db
    .selectFrom('deposits')
    .select('id')
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
};

const inTransaction = <Result>(run: (tx: Tx) => Promise<Result>) =>
  desk.server.core.db.transaction().execute(run);

const kinds: Record<string, (it: Desk) => Promise<void>> = {
  'paid as ordered': async ({ create, report }) => report(await create()),
  'paid twice, and reported three times': async ({ create, report }) => {
    const id = await create({ isAnother: true });
    await report(id, { fee: { amount: '0.5', currency: 'EUR' } });
    await report(id);
    await report(id, { providerReference: `second of ${id}` });
  },
  'paid in part by a known card, in two parts': async ({ create, report }) => {
    const id = await create();
    const instrument = {
      kind: 'card',
      token: `card of ${id}`,
      masked: '•••• 4242',
      payerName: 'A. Payer',
    } as const;
    await report(id, { paid: { amount: '20', currency: 'EUR' }, instrument });
    await report(id, {
      paid: { amount: '30', currency: 'EUR' },
      providerReference: `second of ${id}`,
    });
  },
  'paid in another currency, and ordered in it': async ({ create, report }) => {
    const id = await create({ currency: 'USD' });
    await report(id, { paid: { amount: '50', currency: 'USD' } });
    const other = await create();
    await report(other, { paid: { amount: '50', currency: 'USD' } });
  },
  'declined, canceled and paid late': async ({ create, report, ask }) => {
    const declined = await create();
    await report(declined, { status: 'declined', paid: null, declineReason: 'insufficientFunds' });
    const canceled = await create({ isAnother: true });
    await ask('deposit-cancel', canceled);
    await report(canceled);
  },
  'reported as paid by the player, with a session': async ({ create, report, ask, session }) => {
    const id = await create({ paymentSessionId: await session(), isAnother: false });
    await ask('deposit-complete', id);
    await report(id);
  },
  'paid with a bonus and a debt': async ({ playerId, create, report, event }) => {
    const { core } = desk.server;
    const bonusId = uuidv7();
    await inTransaction((tx) =>
      offerBonus(
        core,
        tx,
        { brandId: 'kassa', playerId },
        {
          kind: 'deposit',
          id: bonusId,
          title: 'Welcome',
          subtitle: null,
          currency: 'EUR',
          minDeposit: '20',
          percent: '50',
          maxBonusAmount: '40',
          wagerMultiplier: '30',
          payoutMultiplier: null,
          onWithdrawal: 'forfeited',
          mustAccrueBefore: new Date(Date.now() + 86_400_000),
          actor: 'a test',
          reason: 'a welcome',
        },
      ),
    );
    const before = await create();
    await report(before);
    await inTransaction((tx) =>
      recordCorrection(core, tx, {
        brandId: 'kassa',
        playerId,
        id: uuidv7(),
        direction: 'debit',
        money: { amount: '42', currency: 'EUR' },
        actor: 'a test',
        reason: 'spent',
      }),
    );
    await event({
      kind: 'reversal',
      providerReference: `chargeback of ${before}`,
      depositId: before,
      paymentReference: null,
      reversal: 'chargeback',
      amount: { amount: '50', currency: 'EUR' },
    });
    await report(await create({ bonusId, isActivatedBonus: true }));
  },
  'above a limit of the player': async ({ playerId, create, report }) => {
    await inTransaction((tx) =>
      setPlayerLimit(
        desk.server.core,
        tx,
        { brandId: 'kassa', playerId },
        {
          transaction: 'deposit',
          period: 'day',
          source: 'operator',
          amount: { amount: '60', currency: 'EUR' },
          actor: 'a test',
          reason: 'a test',
        },
      ),
    );
    const id = await create({ amount: '60' });
    await create({ amount: '10', isAnother: true });
    await report(id, { paid: { amount: '60.50', currency: 'EUR' } });
  },
  'refused by the first account, unclear at the second, paid at both': async ({
    playerId,
    create,
    report,
  }) => {
    desk.accounts.north.answer = () => refuse('unavailable');
    desk.accounts.south.answer = () => refuse('timeoutUnknown');
    await create();
    const id = await lastOf(playerId);
    await report(id, {}, 'south');
    await report(id, { providerReference: `other of ${id}` }, 'north');
  },
  "paid to the operator's wallet": async ({ create, report }) => {
    const { core } = desk.server;
    const { walletOf } = core;
    restores.push(() => {
      core.walletOf = walletOf;
    });
    const wallet = buildFakeWallet();
    core.walletOf = () => wallet;
    await report(await create());
  },
};

const times = 10;

test.each(Object.keys(kinds))(`${times} deposits leave the same rows: %s`, async (kind) => {
  const texts: string[] = [];
  for (let index = 0; index < times; index += 1) {
    // The failures of the deposit before would change the routes.
    desk.server.core.breakers = buildBreakers();
    const it = await meet();
    await kinds[kind]?.(it);
    texts.push(await describeWrittenRows(desk.server.core.db, it.playerId));
  }
  for (const text of texts) expect(text).toBe(texts[0]);
  await expect(texts[0]).toMatchFileSnapshot(
    `../../testing/written-rows/${kind.replaceAll(/[^a-z]+/g, '-')}.txt`,
  );
});
