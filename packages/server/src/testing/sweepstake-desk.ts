import { type CallName, type Coins, decodeNextStep } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect } from 'vitest';
import type {
  CatalogCoinBox,
  CatalogMethod,
  SweepstakeSettings,
} from '../catalog/catalog-schema.ts';
import type { Core } from '../core/core.ts';
import type { RatePort } from '../core/rate-port.ts';
import { watchChains } from '../money/chains/watch-chains.ts';
import { type PlayerRef, resolvePlayer } from '../players/player-row.ts';
import { buildStaticRates, withSweepCoin } from '../providers/rates/brand-rates.ts';
import { useChainDesk } from './chain-desk.ts';
import { findNotifications } from './find-notifications.ts';
import type { Reply } from './test-server.ts';

const card: CatalogMethod = {
  name: 'card_us',
  category: 'card',
  group: 'cards',
  countries: '*',
  transaction: 'deposit',
  connector: 'sandbox',
  cardViewType: 1,
  text: { en: 'Card' },
  amount_rules: { USD: { min: '1', max: '500' } },
  position: 1,
  iconIds: ['card'],
};

const guarded: CatalogMethod = { ...card, name: 'card_guarded', needsCaptcha: true };

/** Pays sweep coins out in a coin. */
export const cashOut: CatalogMethod = {
  ...card,
  name: 'bitcoin_out',
  category: 'crypto',
  transaction: 'withdrawal',
  amount_rules: { QSC: { min: '5', max: '5000' } },
  coin: { currency: 'USDT', blockchain: 'TRON' },
  fields: [{ name: 'address', type: 'text', placeholder: { en: 'Address' }, category: 'account' }],
};

/** The packages of the desk: an ordinary one, one per player, two in all, one that is over. */
export const packages = {
  usual: box('usual', '9.99'),
  dear: { ...box('dear', '99.99'), gcAmount: '1000000', scAmount: '105' },
  once: { ...box('once', '1.99'), perPlayer: 1 },
  rare: { ...box('rare', '19.99'), stock: 1 },
  over: { ...box('over', '4.99'), endsAt: '2020-01-01T00:00:00Z' },
  goldOnly: { ...box('goldOnly', '2.99'), scAmount: '0' },
} satisfies Record<string, CatalogCoinBox>;

function box(boxId: string, price: string): CatalogCoinBox {
  return { boxId, price, priceCurrencyCode: 'USD', gcAmount: '100000', scAmount: '10' };
}

const rules: SweepstakeSettings = {
  currency: 'USD',
  playthrough: '1',
  excludedRegions: ['us-wa', 'gb'],
  needsAge: true,
  needsIdentity: true,
  priceLockSeconds: 900,
};

/** Lets all brands of a server sell one package for 50 EUR, to everybody. */
export function sellPackage(core: Core, boxId: string): void {
  const { catalogOf } = core;
  const sold = { ...box(boxId, '50'), priceCurrencyCode: 'EUR' };
  const sweepstake = { ...rules, currency: 'EUR', excludedRegions: [], needsAge: false };
  Object.assign(core, {
    catalogOf: (brandId: string) => ({ ...catalogOf(brandId), coinBoxes: [sold], sweepstake }),
  });
}

/** A player of sweepstakes, and what they can do over the API. */
export interface SweepstakePlayer {
  externalId: string;
  token: string;
  ref: PlayerRef;
  call: (name: CallName, request?: object, key?: string) => Promise<Reply>;
  /** Orders a package by a method, at the price of the desk; returns the answer. */
  order: (boxId: keyof typeof packages, paymentType?: string, part?: object) => Promise<Reply>;
  /** The player's coins in Kassa's ledger. */
  coins: () => Promise<Coins>;
}

/**
 * Gives the tests of a file a server whose brand `kassa` has sweepstakes, with cards of the sandbox and
 * coins on chains in memory. At the end the ledger must have no problem.
 */
export function useSweepstakeDesk({ brand = {} }: { brand?: object } = {}) {
  const desk = useChainDesk({ brand: { withdrawals: { approveUpTo: { QSC: '1000' } }, ...brand } });
  const sweepstake = { ...rules };
  const boxes: CatalogCoinBox[] = Object.values(packages);
  /** Units of each currency for a euro; a test may change them. */
  const rates: Record<string, string> = {};
  /** Dollars for a sweep coin. */
  const sweepCoin = { rate: '1' };
  beforeAll(() => {
    const { core } = desk.server;
    const { catalogOf } = core;
    const catalog = catalogOf('kassa');
    const methods = catalog.methods.map((method) =>
      method.coin === undefined
        ? method
        : {
            ...method,
            amount_rules: {
              ...method.amount_rules,
              USD: { min: '1', max: '50000' },
              [method.coin.currency]: { min: '0.00001', max: '500' },
            },
          },
    );
    const extended = {
      ...catalog,
      methods: [...methods, card, guarded, cashOut],
      coinBoxes: boxes,
      sweepstake,
    };
    Object.assign(rates, desk.rates);
    const money = buildStaticRates({ kind: 'static', base: 'EUR', table: rates });
    const port: RatePort = {
      rate: (from, to, at) =>
        withSweepCoin(money, { currency: 'USD', rate: sweepCoin.rate }).rate(from, to, at),
    };
    Object.assign(core, {
      ratesOf: () => port,
      catalogOf: (brandId: string) => (brandId === 'kassa' ? extended : catalogOf(brandId)),
    });
  });

  /** Brings a player that no other test uses: of California, of age, verified. */
  const bring = async (
    claims: object = {},
    country = 'us',
    currency: 'QSC' | 'QGC' = 'QSC',
  ): Promise<SweepstakePlayer> => {
    const { server } = desk;
    const externalId = `player-${uuidv7()}`;
    const token = await server.token({
      playerId: externalId,
      currency,
      country,
      person: { region: 'us-ca', of_age: true, verified: true, ...claims },
    });
    const call: SweepstakePlayer['call'] = (name, request = {}, key = uuidv7()) =>
      server.call(name, { ...request }, { token, key });
    // The first call makes the player known.
    await call('sweepstake-boxes');
    const playerId = await resolvePlayer(server.core.db, 'kassa', externalId);
    const ref = { brandId: 'kassa', playerId };
    return {
      externalId,
      token,
      ref,
      call,
      order: (boxId, paymentType = 'card_us', part = {}) => {
        const { price, priceCurrencyCode } = packages[boxId];
        const order = { amount: price, currency: priceCurrencyCode, boxId, paymentType };
        return call('deposit-create-sweepstake', { ...order, ...part });
      },
      coins: async () => ({
        gcAmount: await balanceOf(playerId, 'QGC'),
        scAmount: await balanceOf(playerId, 'QSC'),
      }),
    };
  };

  const balanceOf = async (playerId: string, currency: string) => {
    const row = await desk.server.core.db
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('kind', '=', 'player')
      .where('owner', '=', playerId)
      .where('currency', '=', currency)
      .executeTakeFirst();
    return String(Number(row?.balance ?? '0'));
  };

  const payment = async (depositId: string) => {
    const found = await desk.server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
    return found.body.id as string;
  };

  /** Runs an act at the provider, and waits until its notification has been processed. */
  const atProvider = async (depositId: string, act: string, part: object = {}) => {
    const id = await payment(depositId);
    const count = async () => (await processed(depositId)).length;
    const before = await count();
    const reply = await desk.server.provider('POST', `/v1/payments/${id}/${act}`, part);
    expect([200, 201]).toContain(reply.status);
    await expect.poll(count, { timeout: 10_000 }).toBeGreaterThan(before);
  };

  /** The receipts of a deposit, in order. */
  const receipts = (depositId: string) =>
    desk.server.core.db
      .selectFrom('payments')
      .selectAll()
      .where('deposit_id', '=', depositId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();

  const processed = async (depositId: string) =>
    (await findNotifications(desk.server.core, depositId)).filter(
      ({ processed_at }) => processed_at !== null,
    );

  return {
    desk,
    sweepstake,
    boxes,
    rates,
    sweepCoin,
    bring,
    atProvider,
    /** Buys a package by card and has it paid. */
    buy: async (player: SweepstakePlayer, boxId: keyof typeof packages): Promise<string> => {
      const { status, body } = await player.order(boxId);
      expect([status, body.error]).toEqual([200, undefined]);
      await atProvider(body.depositId, 'approve');
      return body.depositId;
    },
    /** Orders a package in Bitcoin; returns the exact amount and the place to send it to. */
    orderInBitcoin: async (player: SweepstakePlayer, boxId: keyof typeof packages = 'usual') => {
      const { status, body } = await player.order(boxId, 'bitcoin');
      expect([status, body.error]).toEqual([200, undefined]);
      const { next } = decodeNextStep(body);
      if (next.kind !== 'address') throw new Error(`The step is ${next.kind}`);
      const { target } = await desk.server.core.db
        .selectFrom('chain_addresses')
        .select('target')
        .where('deposit_id', '=', body.depositId)
        .executeTakeFirstOrThrow();
      const { payAmount = '0' } = next.address;
      return { depositId: body.depositId as string, target, payAmount, address: next.address };
    },
    /** Sends satoshis to an address and mines until they are confirmed. */
    sendBitcoin: async (target: string, satoshis: number) => {
      desk.bitcoin.send({ target, units: BigInt(satoshis) });
      desk.bitcoin.mine(5);
      await watchChains(desk.server.core);
    },
    receipts,
    /** What shows a deposit's receipts: the status, why it is parked, what arrived, what is credited. */
    shown: async (depositId: string) =>
      (await receipts(depositId)).map(({ status, parked_code, amount, processed_amount }) =>
        [status, parked_code, Number(amount), processed_amount && Number(processed_amount)].join(
          ' ',
        ),
      ),
    deposit: (depositId: string) =>
      desk.server.core.db
        .selectFrom('deposits')
        .selectAll()
        .where('id', '=', depositId)
        .executeTakeFirstOrThrow(),
  };
}
