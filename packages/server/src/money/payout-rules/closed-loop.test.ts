import { beforeEach, describe, expect, test } from 'vitest';
import { setMethodSwitch } from '../../catalog/method-switches.ts';
import { buildAccount } from '../../testing/build-method.ts';
import {
  buildPayout,
  digestOf,
  digestsOf,
  usePayoutRulesDesk,
} from '../../testing/payout-rules-desk.ts';
import { listInstruments } from '../saved-details/instruments.ts';
import { evaluateRules } from './evaluate-rules.ts';
import type { RuleSubject } from './rule-subject.ts';

const { desk, core, deposit, withdraw, subject } = usePayoutRulesDesk();

const bank = buildPayout('bank_out', { paysBack: ['sepa', 'ideal'], position: 2 });
const wallet = buildPayout('wallet_out', { paysBack: ['wallet'], position: 3 });
const anywhere = buildPayout('anywhere', { position: 1 });
const card = buildPayout('card_out', { paysBack: ['card', 'visa'], paysToInstrument: true });

beforeEach(() => {
  desk.settings = { closedLoop: 'refuse' };
  desk.methods = [bank, wallet, anywhere, card];
});

const judge = (amount: string, part: Partial<RuleSubject> = {}) =>
  evaluateRules(core, desk.db, subject(amount, part));

const refusalTo = (method: string, amount: string, detailsId?: string) => [
  {
    rule: 'closedLoop',
    effect: 'refuse',
    code: 'payout.closedLoop',
    params: { method, amount, currency: 'EUR', ...(detailsId && { detailsId }) },
    detail: `${amount} EUR has to go back by ${method} first`,
  },
];

/** The ids under which the player finds their cards, the newest first. */
const listCards = async () =>
  (await listInstruments(core, desk.db, desk.caller, card)).map(({ detailsId }) => detailsId);

test('without deposits money goes anywhere', async () => {
  expect(await judge('100', { method: anywhere })).toEqual([]);
});

test('money goes back to its source up to what came from there', async () => {
  await deposit('60', { method: 'sepa' });
  await deposit('40', { method: 'ideal' });
  await deposit('900', { method: 'sepa', isUnpaid: true });
  const missing = refusalTo('bank_out', '100.00');
  expect(await judge('10', { method: anywhere })).toEqual(missing);
  expect(await judge('10', { method: wallet })).toEqual(missing);
  expect(await judge('100', { method: bank })).toEqual([]);
  // No other source waits for its money, so winnings go the same way.
  expect(await judge('500', { method: bank })).toEqual([]);
});

test('with two sources each gets no more than its own first', async () => {
  await deposit('100', { method: 'sepa' });
  await deposit('30', { method: 'wallet' });
  expect(await judge('100', { method: bank })).toEqual([]);
  expect(await judge('100.01', { method: bank })).toEqual(refusalTo('wallet_out', '30.00'));
  expect(await judge('30', { method: wallet })).toEqual([]);
  expect(await judge('31', { method: wallet })).toEqual(refusalTo('bank_out', '100.00'));
});

test('what was taken back or withdrawn before no longer waits; what ended unpaid does', async () => {
  await deposit('100', { method: 'sepa', reversed: '20' });
  await withdraw('30', { status: 'inReview' });
  await withdraw('20', { status: 'completed' });
  await withdraw('80', { status: 'failed' });
  await withdraw('80', { status: 'returned' });
  await withdraw('80', { payment_method: 'anywhere' });
  expect(await judge('10', { method: anywhere })).toEqual(refusalTo('bank_out', '30.00'));
  await withdraw('90', { paid_amount: '10', payout_amount: '30' });
  expect(await judge('10', { method: anywhere })).toEqual([]);
});

test('the withdrawal itself does not count before it is sent', async () => {
  await deposit('100', { method: 'sepa' });
  await deposit('50', { method: 'wallet' });
  const own = await withdraw('100', { status: 'approved' });
  expect(await judge('100', { method: bank, withdrawalId: own })).toEqual([]);
  expect(await judge('100', { method: bank })).toEqual(refusalTo('wallet_out', '50.00'));
});

test('what is deposited and withdrawn after the request changes nothing before it is sent', async () => {
  await deposit('100', { method: 'sepa' });
  const back = { method: bank, withdrawalId: await withdraw('100'), requestedAt: desk.now };
  const away = {
    method: anywhere,
    withdrawalId: await withdraw('30', { payment_method: 'anywhere' }),
    requestedAt: desk.now,
  };
  desk.now = new Date(desk.now.getTime() + 60_000);
  await deposit('50', { method: 'sepa' });
  await deposit('50', { method: 'wallet' });
  await deposit('70', { instrument: { token: 'visa-1' } });
  await withdraw('50');
  expect(await judge('100', back)).toEqual([]);
  expect(await judge('30', away)).toEqual([]);
  const [visa] = await listCards();
  expect(await judge('10', { method: anywhere })).toEqual(refusalTo('card_out', '70.00', visa));
});

test('money that comes after the request to an earlier deposit changes nothing either', async () => {
  const creditedAt = new Date(desk.now.getTime() + 60_000);
  const later = { amount: '500', creditedAt };
  await deposit('50', { method: 'wallet', later });
  await deposit('70', { instrument: { token: 'visa-1' }, later });
  await withdraw('50', { payment_method: 'wallet_out' });
  const destination_digest = digestOf('visa-1');
  await withdraw('70', { payment_method: 'card_out', destination_digest });
  const away = { method: anywhere, requestedAt: desk.now };
  expect(await judge('30', away)).toEqual([]);
  expect(await judge('30', { ...away, requestedAt: creditedAt })).toMatchObject([
    { params: { amount: '500.00' } },
  ]);
});

test('a rest below the least that can be paid waits for nobody', async () => {
  await deposit('100', { method: 'sepa' });
  await withdraw('95.01');
  expect(await judge('10', { method: anywhere })).toEqual([]);
});

describe('a source counts only while it is on offer', () => {
  beforeEach(() => deposit('100', { method: 'sepa' }));
  const goesElsewhere = async () => (await judge('10', { method: anywhere })).length === 0;

  test('in the country', async () => {
    desk.methods = [{ ...bank, countries: ['nl'] }, anywhere];
    expect(await goesElsewhere()).toBe(true);
  });

  test('in the currency', async () => {
    desk.methods = [{ ...bank, amount_rules: { USD: { min: '5', max: '500' } } }, anywhere];
    expect(await goesElsewhere()).toBe(true);
  });

  test('with an account that is on', async () => {
    desk.accounts = [buildAccount('sandbox', { isOn: false })];
    expect(await goesElsewhere()).toBe(true);
    desk.methods = [{ ...bank, routes: [{ account: 'sandbox' }, { account: 'second' }] }];
    desk.accounts.push(buildAccount('second'));
    expect(await goesElsewhere()).toBe(false);
  });

  test('and not switched off; in maintenance it still waits', async () => {
    const switchTo = (state: 'off' | 'maintenance' | 'on') =>
      desk.db.transaction().execute((tx) =>
        setMethodSwitch(core, tx, 'kassa', 'bank_out', state, {
          reason: 'for a test',
          actor: 'a test',
          until: null,
        }),
      );
    await switchTo('off');
    expect(await goesElsewhere()).toBe(true);
    await switchTo('maintenance');
    expect(await goesElsewhere()).toBe(false);
    await switchTo('on');
  });
});

test('deposits in another currency of an account count for that one alone', async () => {
  await deposit('100', { method: 'sepa' });
  const money = { amount: '10', currency: 'USD' };
  expect(await judge('10', { method: anywhere, money })).toEqual([]);
});

test('methods that pay back the same deposits are one source', async () => {
  const instant = buildPayout('instant_out', { paysBack: ['ideal', 'wallet'], position: 9 });
  desk.methods.push(instant);
  await deposit('50', { method: 'sepa' });
  await deposit('50', { method: 'ideal' });
  await deposit('20', { method: 'wallet' });
  for (const method of [bank, wallet, instant]) {
    expect(await judge('120', { method })).toEqual([]);
  }
  await withdraw('110', { payment_method: 'instant_out' });
  expect(await judge('10', { method: anywhere })).toEqual(refusalTo('bank_out', '10.00'));
});

describe('by cards', () => {
  const to = (token: string) => ({
    method: card,
    instrumentDigests: digestsOf(token),
    destinationDigest: digestOf(token),
  });

  test('each card is a source of its own', async () => {
    await deposit('100', { instrument: { token: 'visa-1' } });
    await deposit('40', { method: 'visa', instrument: { token: 'visa-1' }, reversed: '15' });
    await deposit('30', { instrument: { token: 'master-2' } });
    const [master, visa] = await listCards();
    expect(await judge('125', to('visa-1'))).toEqual([]);
    expect(await judge('126', to('visa-1'))).toEqual(refusalTo('card_out', '30.00', master));
    expect(await judge('31', to('master-2'))).toEqual(refusalTo('card_out', '125.00', visa));
    await withdraw('30', {
      payment_method: 'card_out',
      destination_digest: digestOf('master-2'),
    });
    expect(await judge('126', to('visa-1'))).toEqual([]);
    expect(await judge('10', { method: anywhere })).toEqual(refusalTo('card_out', '125.00', visa));
  });

  test('the method of the form pays to the other card where it can', async () => {
    desk.methods.unshift({ ...card, name: 'debit_out', position: 0 });
    await deposit('100', { instrument: { token: 'visa-1' } });
    await deposit('30', { instrument: { token: 'master-2' } });
    const [, visa] = await listCards();
    expect(await judge('31', to('master-2'))).toEqual(refusalTo('card_out', '100.00', visa));
  });

  test('a card is known by the digest of an earlier key, too', async () => {
    await deposit('100', { instrument: { token: 'visa-1' } });
    await deposit('30', { instrument: { token: 'master-2' } });
    await desk.db
      .updateTable('payments')
      .set({ instrument_digest: digestsOf('visa-1')[1] })
      .where('instrument_digest', '=', digestOf('visa-1'))
      .execute();
    expect(await judge('100', to('visa-1'))).toEqual([]);
    const [master] = await listCards();
    expect(await judge('101', to('visa-1'))).toEqual(refusalTo('card_out', '30.00', master));
  });

  test('a card that nothing can be paid to waits for nothing', async () => {
    await deposit('100');
    await deposit('100', { instrument: { token: 'old-1' }, connector: 'closed-bank' });
    await deposit('100', { instrument: { payerName: 'Anna' } });
    expect(await judge('10', { method: anywhere })).toEqual([]);
  });

  test('money that a bank transfer pays back too is one source', async () => {
    const both = { ...bank, paysBack: ['sepa', 'card'] };
    desk.methods = [both, anywhere, card];
    await deposit('100', { instrument: { token: 'visa-1' } });
    expect(await judge('100', { method: both })).toEqual([]);
    expect(await judge('10', { method: anywhere })).toEqual(refusalTo('bank_out', '100.00'));
  });
});
