import type { CallResponse } from '@kassa/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { type CatalogMethod, sweepstakeSettingsSchema } from '../../catalog/catalog-schema.ts';
import { setMethodSwitch } from '../../catalog/method-switches.ts';
import { sealDetails } from '../../ground/encryption/saved-details.ts';
import { toInstrumentContext } from '../../ground/encryption/sealed.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { setPlayerLimit } from '../../players/player-limits.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildCaller } from '../../testing/build-caller.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { explainQueries } from '../../testing/explain-queries.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { showLastPaid } from '../requests/show-last-paid.ts';
import { loadOffer } from './load-offer.ts';

let server: TestServer;
let ofFiles: TestServer['core']['catalogOf'];
let token: string;
let playerId: string;
/** The time at which a test began: the use of details is compared exactly with a deposit's creation. */
let start: Date;

beforeAll(async () => {
  server = await startTestServer();
  ofFiles = server.core.catalogOf;
});

beforeEach(async () => {
  start = server.core.now();
  const externalId = uuidv7();
  token = await server.token({ playerId: externalId });
  playerId = await resolvePlayer(server.core.db, 'kassa', externalId);
  offer(buildMethod('card'), buildMethod('bank'));
});

afterEach(() => {
  server.core.catalogOf = ofFiles;
});

afterAll(() => server.stop());

/** Makes the brand offer these methods. */
function offer(...methods: CatalogMethod[]): void {
  const catalog = { ...ofFiles('kassa'), methods };
  server.core.catalogOf = () => catalog;
}

interface Paid {
  brandId?: string;
  of?: string;
  method?: string;
  status?: 'processed' | 'declined';
  currency?: string;
  reversed?: string;
  isOfPackage?: boolean;
  /** How many minutes ago it was created. */
  ago?: number;
  masked?: string;
}

/** Inserts a deposit, with a receipt that names its card. */
async function pay(amount: string, part: Paid = {}): Promise<void> {
  const { brandId = 'kassa', of = playerId, method = 'card', status = 'processed' } = part;
  const { currency = 'EUR', reversed = '0', isOfPackage, ago = 60, masked } = part;
  const { db, vault } = server.core;
  const [id, paymentId] = [uuidv7(), uuidv7()];
  const created_at = minutesAgo(ago);
  const common = { brand_id: brandId, connector: 'sandbox', amount, currency };
  await db
    .insertInto('deposits')
    .values({
      ...{ ...common, id, player_id: of, reference: `KS-${id}`, payment_method: method, status },
      ...{ account_amount: amount, account_currency: currency, return_url: 'http://localhost' },
      credited_amount: status === 'processed' ? amount : '0',
      reversed_amount: reversed,
      ...(isOfPackage && {
        box_id: 'starter',
        gold_amount: '100',
        sweep_amount: '1',
        price: amount,
        price_currency: currency,
      }),
      ...{ expires_at: created_at, created_at },
    })
    .execute();
  if (masked === undefined) return;
  const instrument = { kind: 'card', token: null, masked, payerName: 'ADA LOVELACE' };
  const context = toInstrumentContext({ brand_id: brandId, id: paymentId });
  await db
    .insertInto('payments')
    .values({
      ...{ ...common, id: paymentId, deposit_id: id, provider_payment_id: paymentId },
      ...{ status: 'credited', processed_amount: amount, processed_currency: currency, rate: '1' },
      ...{ transfer_id: paymentId, evidence: 'a test' },
      instrument_sealed: vault.seal(JSON.stringify(instrument), context),
    })
    .execute();
}

const minutesAgo = (minutes: number) => new Date(start.getTime() - minutes * 60_000);

/** Keeps details of a method, used some minutes ago; returns their id. */
async function keep(masked: string, ago: number): Promise<string> {
  const { db, vault } = server.core;
  const id = uuidv7();
  const last_used_at = minutesAgo(ago);
  await db
    .insertInto('saved_details')
    .values({
      ...{ id, brand_id: 'kassa', player_id: playerId, transaction: 'deposit' },
      ...{ payment_method: 'card', masked, digest: id, first_used_at: last_used_at, last_used_at },
      fields_sealed: sealDetails(vault, { brand_id: 'kassa', id }, { fields: {}, destination: {} }),
      removed_at: null,
    })
    .execute();
  return id;
}

const offered = async (request: object = {}) =>
  ((await server.call('methods-payment-v3', request, { token })).body as Offer).lastPaid;
type Offer = CallResponse<'methods-payment-v3'>;

const known = async () => (await server.call('deposit-list', {}, { token })).body.lastPaid;

const repeatable = (paymentMethod: string, isRepeatable = true) => ({
  paymentMethod,
  isRepeatable,
});

const act = <Result>(work: Parameters<ReturnType<typeof transaction>['execute']>[0]) =>
  transaction().execute(work) as Promise<Result>;
const transaction = () => server.core.db.transaction();

/** Limits the player's deposits of a day, in EUR. */
const limit = (amount: string) =>
  act((tx) =>
    setPlayerLimit(
      server.core,
      tx,
      { brandId: 'kassa', playerId },
      {
        ...{ transaction: 'deposit', period: 'day', source: 'operator' },
        ...{ amount: { amount, currency: 'EUR' }, actor: 'a test', reason: 'to be tried' },
      },
    ),
  );

/** Returns the database's plans for the queries of the list of methods. */
const explainOffer = (currency = 'EUR') => {
  const caller = buildCaller('kassa', playerId, currency, { playerId });
  return explainQueries(server.core.db, (db) => loadOffer({ ...server.core, db }, caller, {}));
};

describe('the last paid deposit', () => {
  test('can be paid again: the offer names its method, and the list of deposits the rest', async () => {
    await pay('20', { method: 'bank', ago: 90 });
    await pay('50', { masked: 'Visa •••• 4242' });
    await pay('70', { status: 'declined', ago: 5 });
    expect(await offered()).toEqual(repeatable('card'));
    expect(await known()).toEqual({
      ...{ paymentMethod: 'card', amount: '50', currency: 'EUR' },
      masked: 'Visa •••• 4242',
    });
  });

  test('is the player’s own, of this brand, and no coin package', async () => {
    const other = await resolvePlayer(server.core.db, 'kassa', uuidv7());
    const elsewhere = await resolvePlayer(server.core.db, 'other', uuidv7());
    await pay('50', { of: other });
    await pay('50', { brandId: 'other', of: elsewhere });
    await pay('50', { isOfPackage: true });
    expect(await offered()).toBeUndefined();
    expect(await known()).toBeUndefined();
  });

  test('is looked up for no account in coins', async () => {
    const catalog = server.core.catalogOf('kassa');
    const sweepstake = sweepstakeSettingsSchema.parse({ currency: 'EUR' });
    server.core.catalogOf = () => ({ ...catalog, sweepstake });
    expect(await explainOffer('EUR')).toMatch(/ on deposits/);
    expect(await explainOffer('QSC')).not.toMatch(/ on deposits/);
  });

  test('is found by its index', async () => {
    const player = { brandId: 'kassa', playerId };
    const ask = (db: TestServer['core']['db']) => showLastPaid({ ...server.core, db }, player);
    await sql`analyze deposits, saved_details, payments`.execute(server.core.db);
    const plans = await explainQueries(server.core.db, ask, { isForced: true });
    expect(plans).not.toMatch(/Seq Scan/);
    expect(plans).toMatch(/deposits_of_player/);
  });
});

describe('one press can’t pay it again', () => {
  test.each<[string, Partial<CatalogMethod>]>([
    ['whose form asks for a field', { fields: [{ type: 'text', name: 'phone' }] }],
    ['with a captcha', { needsCaptcha: true }],
    ['whose provider asks in advance', { isPreparationRequired: true }],
    ['from person to person', { cardViewType: 5 }],
    ['that sells crypto', { cardViewType: 13 }],
    ['of a wallet with a button of its own', { wallet: 'googlePay' }],
    ['with a higher minimum by now', { amount_rules: { EUR: { min: '60', max: '500' } } }],
    ['with a lower maximum by now', { amount_rules: { EUR: { min: '5', max: '49' } } }],
  ])('with a method %s', async (_, part) => {
    offer(buildMethod('card', part));
    await pay('50');
    expect(await offered()).toEqual(repeatable('card', false));
  });

  test('with a method that is closed; one that is off isn’t named', async () => {
    await pay('50');
    const turn = (state: 'maintenance' | 'off' | 'on') =>
      act((tx) => {
        const why = { reason: 'to be tried', actor: 'a test', until: null };
        return setMethodSwitch(server.core, tx, 'kassa', 'card', state, why);
      });
    await turn('maintenance');
    expect(await offered()).toEqual(repeatable('card', false));
    await turn('off');
    expect(await offered()).toBeUndefined();
    await turn('on');
    expect(await offered()).toEqual(repeatable('card'));
  });

  test('beyond the rest of the player’s own limit', async () => {
    await pay('50', { ago: 3 * 24 * 60 });
    await limit('50');
    expect(await offered()).toEqual(repeatable('card'));
    await limit('49.99');
    expect(await offered()).toEqual(repeatable('card', false));
  });

  test('with a limit; after its end it can', async () => {
    await pay('50');
    await limit('10');
    expect(await offered()).toEqual(repeatable('card', false));
    await server.core.db
      .updateTable('player_limits')
      .set({ pending_amount: null, pending_from: start })
      .where('player_id', '=', playerId)
      .execute();
    expect(await offered()).toEqual(repeatable('card'));
  });

  test('and it takes no further query of the limits to know', async () => {
    await limit('50');
    const countReads = async () => (await explainOffer()).match(/ on player_limits/g)?.length;
    const before = await countReads();
    expect(before).toBeGreaterThan(0);
    await pay('20');
    expect(await offered()).toEqual(repeatable('card'));
    expect(await countReads()).toBe(before);
  });

  test('of a blocked player', async () => {
    await pay('50');
    await act((tx) =>
      blockPlayer(
        server.core,
        tx,
        { brandId: 'kassa', playerId },
        {
          ...{ id: uuidv7(), what: 'all', source: 'operator', until: null },
          ...{ reason: 'a note', actor: 'a test' },
        },
      ),
    );
    expect(await offered()).toEqual(repeatable('card', false));
  });

  test('after it was taken back, and in another currency', async () => {
    offer(buildMethod('card', { amount_rules: { EUR: rule, USD: rule } }));
    await pay('50');
    expect(await offered({ currency: 'USD' })).toEqual(repeatable('card', false));
    await pay('50', { reversed: '50', ago: 30 });
    expect(await offered()).toEqual(repeatable('card', false));
  });
});

const rule = { min: '5', max: '500' };

describe('saved details stand in for the fields', () => {
  beforeEach(() => offer(buildMethod('card', { fields: [{ type: 'text', name: 'phone' }] })));

  test('where it was paid with them', async () => {
    await pay('50', { masked: 'not this' });
    const detailsId = await keep('•••• 1111', 60);
    await keep('•••• 2222', 5);
    expect(await offered()).toEqual(repeatable('card'));
    expect(await known()).toMatchObject({ detailsId, masked: '•••• 1111' });
  });

  test('but not others, where its own were used again since', async () => {
    await pay('50', { masked: '•••• 1111' });
    await pay('50', { status: 'declined', ago: 30 });
    await keep('•••• 2222', 30);
    await pay('50', { status: 'declined', ago: 5 });
    await keep('•••• 1111', 5);
    expect(await offered()).toEqual(repeatable('card', false));
    expect(await known()).toEqual({
      ...{ paymentMethod: 'card', amount: '50', currency: 'EUR' },
      masked: '•••• 1111',
    });
  });

  test('but not others, where its own were removed', async () => {
    await pay('50', { masked: '•••• 1111' });
    const detailsId = await keep('•••• 1111', 60);
    await keep('•••• 2222', 5);
    await server.call('saved-details-remove', { detailsId }, { token });
    expect(await offered()).toEqual(repeatable('card', false));
    expect(await known()).not.toHaveProperty('detailsId');
    expect(await known()).toMatchObject({ masked: '•••• 1111' });
  });

  test('however long a deposit takes to be created', async () => {
    offer(buildMethod('card', { fields: [{ type: 'text', name: 'account' }] }));
    const { now } = server.core;
    let ticks = 0;
    server.core.now = () => new Date(now().getTime() + 60_000 * ticks++);
    onTestFinished(() => {
      server.core.now = now;
    });
    const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
    const fields = { account: '12345678' };
    const { body } = await server.call('deposit-create', { ...order, fields }, { token });
    server.core.now = now;
    await server.core.db
      .updateTable('deposits')
      .set({ status: 'processed' })
      .where('id', '=', body.depositId)
      .execute();
    expect(await known()).toMatchObject({ detailsId: expect.any(String), masked: '•••• 5678' });
    expect(await offered()).toEqual(repeatable('card'));
  });
});
