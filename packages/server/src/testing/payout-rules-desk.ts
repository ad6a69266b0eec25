import { addDecimals } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, type Mock, vi } from 'vitest';
import type { Account } from '../brands/accounts.ts';
import type { Brand } from '../brands/load-brands.ts';
import { withdrawalSettingsSchema } from '../brands/withdrawal-settings.ts';
import type { Catalog, CatalogMethod } from '../catalog/catalog-schema.ts';
import type { PaymentInstrument } from '../connectors/provider-event.ts';
import type { Caller } from '../core/caller.ts';
import { connect, type Db } from '../ground/database/connect.ts';
import type { PayerMatch } from '../ground/database/tables/money.ts';
import type { Withdrawal } from '../ground/database/tables/withdrawals.ts';
import { digestsOfInstrument, digestsOfPayer } from '../ground/encryption/blind-index.ts';
import { toInstrumentContext } from '../ground/encryption/sealed.ts';
import { buildVault } from '../ground/encryption/vault.ts';
import type { RuleSubject } from '../money/payout-rules/rule-subject.ts';
import { buildAccount, buildMethod } from './build-method.ts';
import { meetLimitedPlayer } from './limits-desk.ts';
import { createTestDatabase } from './test-database.ts';

/** The keys of the desk's vault, the first one in use. */
const keys = [
  { id: 'fresh', secret: Buffer.alloc(32, 1) },
  { id: 'old', secret: Buffer.alloc(32, 2) },
];
const vault = buildVault(keys);

/** Builds a withdrawal method in euros. */
export const buildPayout = (name: string, part: Partial<CatalogMethod> = {}) =>
  buildMethod(name, { transaction: 'withdrawal', group: 'bank', ...part });

/** Returns the digest of an instrument's token, as its receipt keeps it. */
export const digestOf = (token: string | null): string | null => digestsOf(token)[0] ?? null;

/** The same under every key. */
export const digestsOf = (token: string | null): string[] =>
  digestsOfInstrument(vault, 'kassa', token);

/** The state of one test: its player, its clock and its brand. */
interface Desk {
  db: Db;
  caller: Caller;
  now: Date;
  /** The brand's settings of withdrawals. */
  settings: object;
  methods: CatalogMethod[];
  accounts: Account[];
  /** Every line of the log. */
  logged: Mock<(...said: unknown[]) => void>;
}

/**
 * Gives the tests of a file a database, and each test a player, a clock and a brand without rules.
 * Registers the hooks that do so; `desk` is filled once they have run.
 */
export function usePayoutRulesDesk() {
  const desk = { logged: vi.fn() } as unknown as Desk;
  beforeAll(async () => {
    // A busy machine may serve the callers of a test slowly.
    desk.db = connect(await createTestDatabase(), { mostWaitMs: 60_000, statementTimeoutMs: 0 });
  });
  afterAll(() => desk.db.destroy());
  beforeEach(async () => {
    desk.logged.mockReset();
    desk.now = new Date('2026-11-20T12:00:00Z');
    desk.settings = {};
    desk.methods = [];
    desk.accounts = [buildAccount('sandbox')];
    desk.caller = await meetLimitedPlayer(desk.db, 'kassa');
  });
  return {
    desk,
    core: buildCore(desk),
    deposit: (amount: string, part?: DepositPart) => insertDeposit(desk, amount, part),
    withdraw: (amount: string, part?: WithdrawalPart) => insertWithdrawal(desk, amount, part),
    /** Builds a withdrawal to be judged; `part` replaces some of its fields. */
    subject: (amount: string, part: Partial<RuleSubject> = {}): RuleSubject => ({
      ...desk.caller,
      withdrawalId: null,
      requestedAt: null,
      method: buildPayout('bank_out'),
      money: { amount, currency: 'EUR' },
      playerNames: null,
      holder: null,
      destinationDigest: null,
      instrumentDigests: [],
      screening: null,
      ...part,
    }),
  };
}

/** The core reads the desk, which the tests change. */
function buildCore(desk: Desk) {
  const log = (...said: unknown[]) => desk.logged(...said);
  return {
    get db() {
      return desk.db;
    },
    get brands() {
      const withdrawals = withdrawalSettingsSchema.parse(desk.settings);
      const accounts = new Map(desk.accounts.map((account) => [account.name, account]));
      return new Map([['kassa', { id: 'kassa', withdrawals, accounts } as Brand]]);
    },
    catalogOf: () =>
      ({
        methods: desk.methods,
        countries: [{ code: 'de', currency: 'EUR' }],
      }) as unknown as Catalog,
    vault,
    log: { info: log, warn: log, error: log },
    now: () => desk.now,
  };
}

interface DepositPart {
  method?: string;
  /** The part that was taken back since. */
  reversed?: string;
  /** Ended without money. */
  isUnpaid?: boolean;
  instrument?: Partial<PaymentInstrument>;
  /** The stored answer about its payer; left out: as an earlier release stored it. */
  payerMatch?: PayerMatch;
  connector?: string;
  /** A second receipt that was credited later, as to a coin's address. */
  later?: { amount: string; creditedAt: Date };
}

/** Inserts a deposit, with a receipt if it was paid; returns its reference. */
async function insertDeposit(
  { db, caller, now }: Desk,
  amount: string,
  { method = 'card', reversed = '0', isUnpaid = false, ...part }: DepositPart = {},
): Promise<string> {
  const { connector = 'sandbox', instrument, payerMatch, later } = part;
  const id = uuidv7();
  const reference = `KS-${id}`;
  const common = { brand_id: caller.brandId, connector, amount, currency: 'EUR' };
  await db
    .insertInto('deposits')
    .values({
      ...common,
      id,
      player_id: caller.playerId,
      reference,
      payment_method: method,
      status: isUnpaid ? 'canceled' : 'processed',
      account_amount: amount,
      account_currency: 'EUR',
      credited_amount: isUnpaid ? '0' : addDecimals(amount, later?.amount ?? '0'),
      reversed_amount: reversed,
      return_url: 'http://localhost',
      expires_at: now,
      created_at: now,
    })
    .execute();
  if (isUnpaid) return reference;
  const receive = async (receipt: { amount: string; creditedAt: Date }) => {
    const paymentId = uuidv7();
    await db
      .insertInto('payments')
      .values({
        ...common,
        id: paymentId,
        deposit_id: id,
        provider_payment_id: paymentId,
        status: 'credited',
        amount: receipt.amount,
        processed_amount: receipt.amount,
        processed_currency: 'EUR',
        rate: '1',
        transfer_id: paymentId,
        evidence: 'a test',
        ...(instrument && sealInstrument(caller.brandId, paymentId, instrument)),
        payer_match: payerMatch ?? null,
        payer_digest: payerMatch === undefined ? null : payerDigestOf(instrument),
      })
      .execute();
    const transfer = { id: paymentId, deposit_id: id, withdrawal_id: null, player_id: null };
    await db
      .insertInto('ledger_transfers')
      .values({
        ...transfer,
        brand_id: caller.brandId,
        kind: 'deposit',
        reason: null,
        created_at: receipt.creditedAt,
      })
      .execute();
    return paymentId;
  };
  const paymentId = await receive({ amount, creditedAt: now });
  if (later !== undefined) await receive(later);
  if (reversed === '0') return reference;
  await db
    .insertInto('reversals')
    .values({
      ...common,
      id: uuidv7(),
      player_id: caller.playerId,
      deposit_id: id,
      payment_id: paymentId,
      kind: 'chargeback',
      provider_reversal_id: uuidv7(),
      amount: reversed,
      account_currency: 'EUR',
      account_amount: reversed,
      covered: reversed,
      receivable: '0',
      status: 'done',
      capture_id: uuidv7(),
      confirmed_by: 'provider',
      evidence: 'a test',
    })
    .execute();
  return reference;
}

const payerDigestOf = ({ token = null, payerName = null }: Partial<PaymentInstrument> = {}) =>
  digestsOfPayer(vault, 'kassa', { token, payerName })[0] ?? null;

function sealInstrument(brandId: string, id: string, part: Partial<PaymentInstrument>) {
  const instrument = { kind: 'card', token: null, masked: null, payerName: null, ...part };
  const context = toInstrumentContext({ brand_id: brandId, id });
  return {
    instrument_sealed: vault.seal(JSON.stringify(instrument), context),
    instrument_digest: digestOf(instrument.token),
  };
}

type WithdrawalPart = Partial<
  Pick<
    Withdrawal,
    | 'status'
    | 'payment_method'
    | 'destination_digest'
    | 'paid_amount'
    | 'payout_amount'
    | 'created_at'
  >
>;

/** Inserts a withdrawal, and returns its id. */
async function insertWithdrawal(
  { db, caller, now }: Desk,
  amount: string,
  part: WithdrawalPart = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('withdrawals')
    .values({
      id,
      brand_id: caller.brandId,
      player_id: caller.playerId,
      reference: `KW-${id}`,
      payment_method: 'bank_out',
      connector: 'sandbox',
      status: 'completed',
      amount,
      currency: 'EUR',
      hold_id: uuidv7(),
      settle_id: uuidv7(),
      return_id: uuidv7(),
      created_at: now,
      ...part,
    })
    .execute();
  return id;
}
