import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WithdrawalSettings } from '../../brands/withdrawal-settings.ts';
import { buildVault } from '../../ground/encryption/vault.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { type OperatorEndpoint, startOperatorEndpoint } from '../../testing/operator-endpoint.ts';
import type { Reply } from '../../testing/test-server.ts';
import { useUp } from '../../testing/use-up.ts';
import { orderOf, useWithdrawalDesk } from '../../testing/withdrawal-desk.ts';
import { performDueOperations } from '../provider-events/wallet-answers.ts';

const desk = useWithdrawalDesk();
let endpoint: OperatorEndpoint;

beforeEach(async () => {
  endpoint = await startOperatorEndpoint();
});

afterEach(() => endpoint.close());

const person = (given_name: string, family_name: string) => ({
  person: { given_name, family_name },
});
const asEndpoint = () => ({ url: endpoint.url, secrets: [endpoint.secret], timeoutMs: 60_000 });
const screened = () => {
  endpoint.answer = () => ({ body: { result: 'hit', detail: 'on a list' } });
  return { screening: asEndpoint() };
};

const show = async (withdrawalId: string) => {
  const { status, timeline } = await desk.show(withdrawalId);
  return { status, timeline: JSON.stringify(timeline) };
};

const approve = (withdrawalId: string) =>
  desk.operator().ask('withdrawals-approve', { withdrawalId, reason: 'we know them' });

interface Case {
  rule: string;
  settings: () => Partial<WithdrawalSettings>;
  /** The settings of the creation. The names are kept only where a rule compares them. */
  before?: Partial<WithdrawalSettings>;
  code: string;
  params?: object;
  method?: string;
  claims?: object;
}

/** Takes a method out of the catalogue until the test ends it. */
function removeMethod(name: string): () => void {
  const { core } = desk.server();
  const { catalogOf } = core;
  Object.assign(core, {
    catalogOf: (brandId: string) => {
      const catalog = catalogOf(brandId);
      return { ...catalog, methods: catalog.methods.filter((method) => method.name !== name) };
    },
  });
  return () => Object.assign(core, { catalogOf });
}

/** Takes the keys of payment details away until the test ends it. */
function loseKeys(): () => void {
  const { core } = desk.server();
  const { vault } = core;
  Object.assign(core, { vault: buildVault([{ id: 'other', secret: Buffer.alloc(32, 9) }]) });
  return () => Object.assign(core, { vault });
}

const cases: Case[] = [
  {
    rule: 'identity',
    settings: () => ({ unverifiedUpTo: { EUR: '39.99' } }),
    code: 'payout.unverified',
  },
  {
    rule: 'turnover',
    settings: () => ({ turnover: '1' }),
    code: 'payout.turnover',
    params: { amount: '100.00', currency: 'EUR' },
  },
  {
    rule: 'closedLoop',
    settings: () => ({ closedLoop: 'refuse' }),
    code: 'payout.closedLoop',
    params: { method: 'pays_back', amount: '100.00', currency: 'EUR' },
  },
  {
    rule: 'nameMatch',
    settings: () => ({ nameMatch: 'refuse' }),
    before: { nameMatch: 'review' },
    code: 'payout.nameMismatch',
    method: 'to_holder',
    claims: person('Sam', 'Sample'),
  },
  {
    rule: 'thirdParty',
    settings: () => ({ thirdParty: 'refuse' }),
    before: { thirdParty: 'review' },
    code: 'payout.thirdParty',
    claims: person('Anna', 'Schmidt'),
  },
  { rule: 'screening', settings: screened, code: 'payout.screening' },
];

const orderFor = ({ method = 'free' }: Case) => orderOf(method, '40', 'Jan Keller');

describe.each(cases)('the rule $rule', (row) => {
  test('refuses before the money is held, in the player’s words', async () => {
    const player = await desk.bring(row.claims);
    desk.set(row.settings());
    const error = { code: row.code, ...(row.params && { params: row.params }) };
    const quoted = await player.call('withdrawal-quote', orderFor(row));
    expect(quoted.body.error).toMatchObject(error);
    const { body } = await player.call('withdrawal-create', orderFor(row));
    expect(body.error).toMatchObject(error);
    expect(await player.balance()).toBe('100.00');
    const shown = await show(body.error.reference);
    expect(shown.status).toBe('rejected');
    expect(shown.timeline).toContain(`rule ${row.rule}: `);
    expect(shown.timeline).not.toMatch(/Keller|Schmidt|Sample/);
  });

  test('stops what was approved before it is sent', async () => {
    const player = await desk.bring(row.claims);
    desk.set(row.before ?? {});
    const { body } = await player.call('withdrawal-create', orderFor(row));
    const { withdrawalId } = body;
    if (row.before !== undefined) await approve(withdrawalId);
    expect((await desk.row(withdrawalId)).status).toBe('approved');
    desk.set(row.settings());
    await desk.followUp();
    await expect.poll(async () => (await show(withdrawalId)).status).toBe('inReview');
    expect((await show(withdrawalId)).timeline).toContain(`rule ${row.rule}: `);
    expect((await desk.payout(withdrawalId)).status).toBe(404);
    expect(await player.balance()).toBe('60.00');
  });

  test('stops it, too, if its method has left the catalogue', async () => {
    const player = await desk.bring(row.claims);
    desk.set(row.before ?? {});
    const { withdrawalId } = (await player.call('withdrawal-create', orderFor(row))).body;
    if (row.before !== undefined) await approve(withdrawalId);
    const putBack = removeMethod(orderFor(row).paymentType);
    try {
      desk.set(row.settings());
      await desk.followUp();
      await expect.poll(async () => (await show(withdrawalId)).status).toBe('inReview');
      expect((await show(withdrawalId)).timeline).toContain(`rule ${row.rule}: `);
      expect((await desk.payout(withdrawalId)).status).toBe(404);
    } finally {
      putBack();
    }
  });
});

test('money that has to go back first is a person’s matter once the method is gone', async () => {
  const player = await desk.bring();
  const id = await player.withdraw('free', '40');
  const putBack = removeMethod('free');
  try {
    desk.set({ closedLoop: 'refuse' });
    await desk.followUp();
    await expect.poll(async () => (await show(id)).status).toBe('inReview');
    expect((await approve(id)).status).toBe(200);
    await desk.decide(id, { status: 'completed' });
    await expect.poll(async () => (await show(id)).status).toBe('completed');
  } finally {
    putBack();
  }
});

describe('a withdrawal whose details can’t be read', () => {
  test('goes to review, can be approved and is paid once they can', async () => {
    const player = await desk.bring();
    const id = await player.withdraw('free', '40');
    endpoint.answer = () => ({ body: { result: 'clear' } });
    desk.set({ screening: asEndpoint() });
    const findKeys = loseKeys();
    try {
      for (const round of [1, 2]) {
        await desk.followUp();
        const { status, timeline } = await show(id);
        expect(status, `round ${round}`).toBe('inReview');
        expect(timeline).toContain('rule details: its payment details can no longer be read');
        expect((await approve(id)).status).toBe(200);
      }
      expect(endpoint.received).toEqual([]);
    } finally {
      findKeys();
    }
    await desk.decide(id, { status: 'completed' });
    await expect.poll(async () => (await show(id)).status).toBe('completed');
  });

  test('goes to review as soon as an operator’s wallet holds its money', async () => {
    const player = await desk.meet();
    const { wallet, end } = desk.useWallet();
    wallet.balances.set(player.externalId, '100');
    wallet.mood = 'deaf';
    try {
      const id = await player.withdraw('free', '40');
      expect((await show(id)).status).toBe('created');
      wallet.mood = 'normal';
      const findKeys = loseKeys();
      try {
        await desk.server().later(3600_000, () => performDueOperations(desk.server().core));
      } finally {
        findKeys();
      }
      const { status, timeline } = await show(id);
      expect(status).toBe('inReview');
      expect(timeline).toContain('rule details: ');
      const reject = { withdrawalId: id, reason: 'its key is lost' };
      expect((await desk.operator().ask('withdrawals-reject', reject)).status).toBe(200);
    } finally {
      await desk.server().later(7200_000, () => performDueOperations(desk.server().core));
      end();
    }
  });
});

const reviewing: [rule: string, () => Partial<WithdrawalSettings>][] = [
  ['closedLoop', () => ({ closedLoop: 'review' })],
  ['nameMatch', () => ({ nameMatch: 'review' })],
  ['thirdParty', () => ({ thirdParty: 'review' })],
  [
    'screening',
    () => {
      endpoint.answer = () => ({ body: { result: 'review', detail: 'a namesake' } });
      return { screening: asEndpoint() };
    },
  ],
];

test.each(reviewing)(
  '%s has the operator review it, whose approval is the last word',
  async (rule, settings) => {
    const player = await desk.bring(person('Anna', 'Schmidt'));
    desk.set(settings());
    const order = orderOf('to_holder', '40', 'Jan Keller');
    const quoted = await player.call('withdrawal-quote', order);
    expect(quoted.body).toMatchObject({ isReviewed: true });
    const { withdrawalId } = (await player.call('withdrawal-create', order)).body;
    const shown = await show(withdrawalId);
    expect(shown.status).toBe('inReview');
    expect(shown.timeline).toContain(`rule ${rule}: `);
    expect((await approve(withdrawalId)).status).toBe(200);
    await desk.decide(withdrawalId, { status: 'completed' });
    await expect.poll(async () => (await show(withdrawalId)).status).toBe('completed');
  },
);

describe('a name that nobody knows', () => {
  const order = (amount: string) => ({
    amount,
    currency: 'EUR',
    paymentType: 'enquired',
    fields: { account: '0000014579', holder: 'Anna Innocent' },
  });

  /** Has a withdrawal paid, so that no later test sends it. */
  const finish = async ({ status, body }: Reply) => {
    expect(status).toBe(200);
    await desk.decide(body.withdrawalId, { status: 'completed' });
    await expect.poll(async () => (await show(body.withdrawalId)).status).toBe('completed');
  };

  test('of the player is reviewed, not passed', async () => {
    const player = await desk.bring();
    desk.set({ nameMatch: 'refuse', thirdParty: 'refuse' });
    const id = await player.withdraw('to_holder', '40', 'Jan Keller');
    const { status, timeline } = await show(id);
    expect(status).toBe('inReview');
    for (const rule of ['nameMatch', 'thirdParty']) {
      expect(timeline).toContain(`rule ${rule}: the player's name isn't known`);
    }
    expect((await approve(id)).status).toBe(200);
    await desk.decide(id, { status: 'completed' });
    await expect.poll(async () => (await show(id)).status).toBe('completed');
  });

  test('of the holder is asked at the account that the payout goes through', async () => {
    const player = await desk.bring(person('Anna', 'Schmidt'));
    const { body } = await player.call('withdrawal-quote', order('30'));
    expect(body.holder).toMatch(/^[A-Z ]+$/);
    desk.set({ nameMatch: 'refuse' });
    const refused = await player.call('withdrawal-create', order('30'));
    expect(refused.body.error.code).toBe('payout.nameMismatch');
  });

  test('of the holder that differs from the typed one is confirmed by the player, or refused', async () => {
    const player = await desk.bring();
    const stranger = 'WILHELMINA VAN DER ZANDT';
    const fields = { account: '0000019999', holder: 'Anna Innocent' };
    const strange = { ...order('30'), fields };
    const quoted = await player.call('withdrawal-quote', strange);
    expect(quoted.body).toMatchObject({ holder: stranger, isHolderAsked: true });
    for (const confirmedHolder of [undefined, 'ANNA INNOCENT']) {
      const { body } = await player.call('withdrawal-create', { ...strange, confirmedHolder });
      expect(body.error.code).toBe('holder.unconfirmed');
    }
    desk.set({ typedHolder: 'refuse' });
    for (const name of ['withdrawal-quote', 'withdrawal-create'] as const) {
      const refused = await player.call(name, { ...strange, confirmedHolder: stranger });
      expect(refused.body.error.code).toBe('account.otherHolder');
    }
    desk.set({ typedHolder: 'ask' });
    const confirmed = { ...strange, confirmedHolder: stranger };
    await finish(await player.call('withdrawal-create', confirmed));
    // A holder whom the bank names alike needs no word.
    const alike = await player.call('withdrawal-quote', order('30'));
    expect(alike.body).toMatchObject({ holder: 'ANNA INNOCENT', isHolderAsked: false });
  });

  test('of the holder that may be the typed one is confirmed by the player, and never refused', async () => {
    const player = await desk.bring();
    desk.set({ typedHolder: 'refuse' });
    // Initials, and another script.
    for (const holder of ['W. Z.', 'Вильгельмина Зандт']) {
      const unclear = { ...order('30'), fields: { account: '0000019999', holder } };
      const quoted = await player.call('withdrawal-quote', unclear);
      expect(quoted.body).toMatchObject({ isHolderAsked: true });
      const { body } = await player.call('withdrawal-create', unclear);
      expect(body.error.code).toBe('holder.unconfirmed');
      // Another bank may spell the name differently.
      const confirmed = { ...unclear, confirmedHolder: 'Zandt, Wilhelmina' };
      await finish(await player.call('withdrawal-create', confirmed));
    }
  });

  test('of the holder is confirmed in no script but the bank’s', async () => {
    const player = await desk.bring();
    const holder = 'Вильгельмина Зандт';
    const unclear = { ...order('30'), fields: { account: '0000019999', holder } };
    const { body } = await player.call('withdrawal-create', {
      ...unclear,
      confirmedHolder: holder,
    });
    expect(body.error.code).toBe('holder.unconfirmed');
  });

  test('of the holder is nobody’s where the bank has no such account', async () => {
    const player = await desk.bring();
    const wrong = { ...order('30'), fields: { account: '1234560000', holder: 'Anna Innocent' } };
    for (const name of ['withdrawal-quote', 'withdrawal-create'] as const) {
      expect((await player.call(name, wrong)).body.error.code).toBe('account.notFound');
    }
  });

  test('of the holder is not asked of the player where the bank doesn’t say it', async () => {
    const player = await desk.bring();
    desk.set({ typedHolder: 'refuse' });
    const unasked = { ...order('20'), fields: { account: '0000019999', holder: 'Anna Innocent' } };
    const quoted = await player.call('withdrawal-quote', unasked);
    expect(quoted.body).toMatchObject({ holder: null, isHolderAsked: false });
    await finish(await player.call('withdrawal-create', unasked));
  });

  test('of the holder is not taken from the player where the bank should say it', async () => {
    const player = await desk.bring(person('Anna', 'Schmidt'));
    desk.set({ nameMatch: 'refuse' });
    const { body } = await player.call('withdrawal-create', order('20'));
    const { status, timeline } = await show(body.withdrawalId);
    expect(status).toBe('inReview');
    expect(timeline).toContain("rule nameMatch: the name of the account's holder isn't known");
  });

  test.each(['unavailable', 'asked often'])(
    'of the holder holds nothing up while the bank can’t be asked: %s',
    async (why) => {
      const player = await desk.bring(person('Anna', 'Schmidt'));
      const { core, provider } = desk.server();
      if (why === 'unavailable') await provider('POST', '/v1/behaviours', { nameEnquiry: why });
      else {
        const ref = {
          brandId: 'kassa',
          playerId: await resolvePlayer(core.db, 'kassa', player.externalId),
        };
        await useUp(core, ref, 'nameEnquiry', 20);
      }
      const quoted = await player.call('withdrawal-quote', order('30'));
      expect(quoted.body).toMatchObject({ holder: null, isReviewed: false });
      endpoint.answer = () => ({ body: { result: 'clear' } });
      desk.set({ nameMatch: 'refuse', screening: asEndpoint() });
      const { withdrawalId } = (await player.call('withdrawal-create', order('30'))).body;
      const { status, timeline } = await show(withdrawalId);
      expect(status).toBe('inReview');
      expect(timeline).toContain("rule nameMatch: the name of the account's holder isn't known");
      // The player's own name: that of the holder is what the player has typed.
      expect(endpoint.received.map(({ body }) => body.name)).toEqual(['Anna Schmidt']);
    },
  );
});

test('a verified player, reported turnover and the way back to the source pass the rules', async () => {
  const player = await desk.bring({ verified: true, ...person('Sam', 'Sample') });
  endpoint.answer = () => ({ body: { result: 'clear' } });
  desk.set({
    unverifiedUpTo: {},
    turnover: '1',
    closedLoop: 'refuse',
    nameMatch: 'refuse',
    thirdParty: 'refuse',
    screening: asEndpoint(),
  });
  const report = { player: player.externalId, currency: 'EUR', total: '100' };
  expect((await desk.operator().ask('players-report-turnover', report)).status).toBe(200);
  const id = await player.withdraw('pays_holder_back', '40', 'Sam Sample');
  expect((await show(id)).status).toBe('approved');
  await desk.decide(id, { status: 'completed' });
  await expect.poll(async () => (await show(id)).status).toBe('completed');
  const asked = endpoint.received.map(({ body }) => [body.type, body.playerId, body.reference]);
  expect(asked).toEqual([
    ['screening', player.externalId, null],
    ['screening', player.externalId, (await desk.row(id)).reference],
  ]);
});

describe('the operator’s check', () => {
  test('that is silent has the withdrawal reviewed, and delays one that is approved', async () => {
    const player = await desk.bring();
    const approved = await player.withdraw('free', '20');
    endpoint.answer = () => ({ status: 503 });
    desk.set({ screening: asEndpoint() });
    const reviewed = await player.withdraw('free', '20', 'B-2');
    expect((await show(reviewed)).timeline).toContain(
      'rule screening: the operator did not respond',
    );
    await desk.followUp();
    expect((await desk.payout(approved)).status).toBe(404);
    expect((await show(approved)).status).toBe('approved');
    endpoint.answer = () => ({ body: { result: 'clear' } });
    await desk.followUp(3600_000);
    await expect.poll(async () => (await desk.payout(approved)).status).toBe(200);
  });
});

describe('what is reviewed', () => {
  const none = { first: false, changedDetails: false, velocity: null };
  const paid = async (id: string) => {
    await desk.decide(id, { status: 'completed' });
    await expect.poll(async () => (await show(id)).status).toBe('completed');
  };
  const ruleOf = async (id: string) =>
    /waits for review: rule (\w+)/.exec((await show(id)).timeline)?.[1];

  test('a first withdrawal', async () => {
    const player = await desk.bring();
    desk.set({ review: { ...none, first: true } });
    const first = await player.withdraw('free', '10');
    expect(await ruleOf(first)).toBe('firstWithdrawal');
    await approve(first);
    await paid(first);
    expect(await ruleOf(await player.withdraw('free', '10'))).toBeUndefined();
  });

  test('a withdrawal to another destination', async () => {
    const player = await desk.bring();
    desk.set({ review: { ...none, changedDetails: true } });
    await paid(await player.withdraw('free', '10', 'A-1'));
    expect(await ruleOf(await player.withdraw('free', '10', 'A-1'))).toBeUndefined();
    const other = await player.call('withdrawal-quote', orderOf('free', '10', 'B-2'));
    expect(other.body.isReviewed).toBe(true);
    for (const account of ['B-2', 'A1', 'a-1']) {
      expect(await ruleOf(await player.withdraw('free', '10', account))).toBe('changedDetails');
    }
  });

  test('one too many in a short time', async () => {
    const player = await desk.bring();
    desk.set({ review: { ...none, velocity: { count: 2, hours: 1 } } });
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push(await player.withdraw('free', '10'));
    const rules = await Promise.all(ids.map(ruleOf));
    expect(rules).toEqual([undefined, undefined, 'velocity']);
  });
});

describe('a withdrawal that needs a code', () => {
  const codeOf = () => endpoint.received.at(-1)?.body.code as string;

  beforeEach(() => {
    endpoint.answer = () => ({ body: { sentTo: 'a••@example.com' } });
    desk.set({ confirmation: asEndpoint() });
  });

  test('is created with the code of its order, once', async () => {
    const player = await desk.bring();
    const order = orderOf('free', '40');
    const quoted = await player.call('withdrawal-quote', order);
    expect(quoted.body).toMatchObject({ needsCode: true });
    const without = await player.call('withdrawal-create', order);
    expect(without.body.error.code).toBe('code.required');
    const sent = await player.call('withdrawal-code', order);
    expect(sent.body).toMatchObject({ sentTo: 'a••@example.com' });
    expect(endpoint.received[0]?.body).toMatchObject({
      playerId: player.externalId,
      amount: '40.00',
      destination: quoted.body.destination,
    });
    const code = codeOf();
    const early = await player.call('withdrawal-code', order);
    expect(early.body.error.code).toBe('rate.limited');
    const wrong = { ...order, code: code === '000000' ? '000001' : '000000' };
    const refused = await player.call('withdrawal-create', wrong);
    expect(refused.body.error.code).toBe('code.wrong');
    const dearer = await player.call('withdrawal-create', { ...orderOf('free', '41'), code });
    expect(dearer.body.error.code).toBe('code.expired');
    for (const account of ['B-2', 'A1']) {
      const elsewhere = { ...orderOf('free', '40', account), code };
      const { body } = await player.call('withdrawal-create', elsewhere);
      expect(body.error.code).toBe('code.expired');
    }
    const created = await player.call('withdrawal-create', { ...order, code }, 'one');
    expect(created.status).toBe(200);
    expect(await player.call('withdrawal-create', { ...order, code }, 'one')).toEqual(created);
    const again = await player.call('withdrawal-create', { ...order, code }, 'two');
    expect(again.body.error.code).toBe('code.expired');
    expect(await player.balance()).toBe('60.00');
  });

  test('shows its saved destination whole by the code, which stays good', async () => {
    const player = await desk.bring();
    desk.set({ confirmation: null });
    await player.withdraw('free', '5', 'DE89370400440532013000');
    desk.set({ confirmation: asEndpoint() });
    const saved = await player.call('saved-details-list', { paymentType: 'free' });
    const [{ detailsId }] = saved.body.details;
    const { fields: _, ...rest } = orderOf('free', '40');
    const order = { ...rest, detailsId };
    const shown = async (code?: string) =>
      (await player.call('withdrawal-quote', { ...order, ...(code && { code }) })).body;
    expect((await shown()).destinationDetails).toMatchObject({
      parts: [{ field: 'account', value: 'DE893…13000' }],
      isPartial: true,
    });
    await player.call('withdrawal-code', order);
    const code = codeOf();
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await shown(wrong)).error.code).toBe('code.wrong');
    // The code of another order shows nothing of this one.
    const other = { ...order, amount: '41', code };
    const refused = await player.call('withdrawal-quote', other);
    expect(refused.body.error.code).toBe('code.expired');
    expect((await shown(code)).destinationDetails).toMatchObject({
      parts: [{ field: 'account', value: 'DE89370400440532013000' }],
      isPartial: false,
    });
    expect((await player.call('withdrawal-create', { ...order, code })).status).toBe(200);
  });

  test('is created once, however many requests arrive with its code together', async () => {
    const player = await desk.bring();
    const order = orderOf('free', '20');
    await player.call('withdrawal-code', order);
    const request = { ...order, code: codeOf() };
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((key) => player.call('withdrawal-create', request, key)),
    );
    const outcomes = replies.map(({ body }) => body.error?.code ?? 'created').sort();
    expect(outcomes).toEqual(['code.expired', 'code.expired', 'created']);
    expect(await player.balance()).toBe('80.00');
  });

  test('that fails for another reason leaves its code unused', async () => {
    const player = await desk.bring();
    const order = orderOf('free', '40');
    await player.call('withdrawal-code', order);
    const request = { ...order, code: codeOf() };
    desk.set({ unverifiedUpTo: {} });
    const refused = await player.call('withdrawal-create', request);
    expect(refused.body.error.code).toBe('payout.unverified');
    desk.set({ unverifiedUpTo: null });
    expect((await player.call('withdrawal-create', request)).status).toBe(200);
  });

  test('has its code sent in the language of the player’s browser', async () => {
    const { token } = await desk.bring();
    const options = { token, language: 'pt-BR,pt;q=0.9' };
    await desk.server().call('withdrawal-code', orderOf('free', '40'), options);
    expect(endpoint.received[0]?.body).toMatchObject({ locale: 'pt-BR' });
  });

  test('says so if the code could not be sent', async () => {
    const player = await desk.bring();
    endpoint.answer = () => ({ status: 500 });
    const { status, body } = await player.call('withdrawal-code', orderOf('free', '40'));
    expect([status, body.error.code]).toEqual([503, 'server.unavailable']);
  });
});
