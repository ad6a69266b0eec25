import { type DeclineReason, declineReasons } from '@kassa/contract';
import { describe, expect, test, vi } from 'vitest';
import type { ConnectorError } from '../../connectors/connector-outcome.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { refuse, useRoutedDesk } from '../../testing/routed-deposits.ts';
import { countRequest, failOver, mayAnotherAccept } from './fail-over.ts';
import { finishDeposit } from './finish-deposit.ts';

const { desk, attemptsOf, create, rowOf } = useRoutedDesk();

const declined = (reason: DeclineReason | null): ConnectorError => ({
  kind: 'error',
  error: 'declined',
  detail: 'for a test',
  message: null,
  reason,
});
const limited: ConnectorError = {
  kind: 'error',
  error: 'rateLimited',
  detail: 'for a test',
  retryAfterMs: 60_000,
};

const first = { number: 1, account: 'north' };
const second = { number: 2, account: 'south' };

test('another provider may accept after no effect or a decline of this provider’s own', () => {
  const errors = ['unavailable', 'rejected', 'misconfigured'] as const;
  const unknown = ['timeoutUnknown', 'malformed'] as const;
  const may = (outcome: ConnectorError) => mayAnotherAccept(outcome);
  expect([...errors.map(refuse), limited].filter(may)).toHaveLength(4);
  expect(unknown.map(refuse).filter(may)).toEqual([]);
  expect(declineReasons.filter((reason) => may(declined(reason)))).toEqual([
    'notPermitted',
    'suspectedFraud',
    'technical',
  ]);
  expect(may(declined(null))).toBe(false);
});

describe('a deposit whose first provider refuses it', () => {
  test('goes to the next account, with a key of its own and the reason in its history', async () => {
    desk.accounts.north.answer = () => refuse('unavailable');
    const { depositId, status, body } = await create();
    expect({ status, source: body.apiResponse.source }).toEqual({
      status: 200,
      source: 'https://provider.example/',
    });
    expect(await rowOf(depositId)).toMatchObject({
      status: 'awaitingPlayer',
      connector: 'south',
      attempt: 2,
      provider_reference: `payment ${depositId}-2`,
    });
    expect(await attemptsOf(depositId)).toEqual([
      { ...first, outcome: 'failed', error: 'unavailable', detail: 'for a test: unavailable' },
      { ...second, outcome: null, error: null, detail: null },
    ]);
    const { north, south } = desk.accounts;
    // No retries at an account while others follow.
    expect(north.orders.map(({ attemptId }) => attemptId)).toEqual([depositId]);
    expect(south.orders).toMatchObject([
      { depositId, notificationUrl: expect.stringContaining('/kassa/south/') },
    ]);
    const shown = (await desk.operator.ask('deposits-show', { depositId })).body;
    expect(shown).toMatchObject({
      attempts: [
        { number: 1, account: 'north', outcome: 'failed', error: 'unavailable' },
        { number: 2, account: 'south', outcome: null, endedAt: null },
      ],
      routes: [
        { account: 'north', order: 1, because: 'rule' },
        { account: 'south', order: 2, because: 'rule' },
        { account: 'west', order: 3, because: 'rule' },
      ],
    });
    const texts = shown.timeline.map(({ text }: { text: string }) => text);
    expect(texts).toContain('created → created: account north: unavailable; next account: south');
    expect(texts).toContain('attempt 1 at north: failed (unavailable: for a test: unavailable)');
  });

  test('fails with the last account, and each attempt keeps its error', async () => {
    desk.accounts.north.answer = () => declined('suspectedFraud');
    desk.accounts.south.answer = () => limited;
    desk.accounts.west.answer = () => refuse('rejected');
    const { depositId, body } = await create();
    expect(body.error.code).toBe('provider.unavailable');
    expect((await rowOf(depositId)).status).toBe('failed');
    expect(await attemptsOf(depositId)).toMatchObject([
      { outcome: 'declined', error: 'suspectedFraud' },
      { outcome: 'failed', error: 'rateLimited' },
      { number: 3, account: 'west', outcome: 'failed', error: 'rejected' },
    ]);
  });

  test('leaves out an account that is off by now', async () => {
    const south = desk.server.core.brands.get('kassa')?.accounts.get('south');
    if (south === undefined) throw new Error('no account');
    desk.accounts.north.answer = () => {
      south.isOn = false;
      return refuse('misconfigured');
    };
    const { depositId } = await create();
    south.isOn = true;
    expect(await rowOf(depositId)).toMatchObject({ connector: 'west', attempt: 2 });
  });

  test('ends there if its player was blocked meanwhile', async () => {
    desk.accounts.north.answer = async ({ depositId }) => {
      const { brand_id, player_id } = await rowOf(depositId);
      const block = { id: depositId, what: 'deposits', source: 'operator', until: null } as const;
      await desk.server.core.db.transaction().execute((tx) =>
        blockPlayer(
          desk.server.core,
          tx,
          { brandId: brand_id, playerId: player_id },
          {
            ...block,
            reason: 'a test',
            actor: 'a test',
          },
        ),
      );
      return refuse('unavailable');
    };
    const { depositId } = await create();
    expect(await attemptsOf(depositId)).toMatchObject([{ outcome: 'failed' }]);
    expect(desk.accounts.south.orders).toEqual([]);
  });
});

describe('a deposit stays at its account', () => {
  test.each([
    ['timeoutUnknown', refuse('timeoutUnknown'), 'created'],
    ['malformed', refuse('malformed'), 'created'],
    ['a lack of money', declined('insufficientFunds'), 'declined'],
    ['a decline without a reason', declined(null), 'declined'],
  ] as const)('after %s', async (_, outcome, status) => {
    desk.accounts.north.answer = () => outcome;
    const { depositId } = await create();
    expect((await rowOf(depositId)).status).toBe(status);
    expect(await attemptsOf(depositId)).toHaveLength(1);
    expect(desk.accounts.south.orders).toEqual([]);
  });

  test('after ten seconds, since its player waits', async () => {
    const clock = vi.spyOn(desk.server.core, 'now');
    desk.accounts.north.answer = () => {
      clock.mockReturnValue(new Date(Date.now() + 10_000));
      return refuse('unavailable');
    };
    const { depositId } = await create();
    vi.restoreAllMocks();
    expect((await rowOf(depositId)).status).toBe('failed');
    expect(desk.accounts.south.orders).toEqual([]);
  });

  test('once its provider has asked for further fields', async () => {
    desk.accounts.north.answer = ({ providerReference }) =>
      providerReference === null
        ? {
            kind: 'fieldsRequired',
            providerReference: 'asked',
            fields: [{ name: 'code', type: 'text', placeholder: { en: 'Code' } }],
          }
        : refuse('rejected');
    const { depositId, token } = await create();
    const request = { depositId, amount: '50', currency: 'EUR', paymentType: 'card' };
    const more = { ...request, fields: { code: '1' } };
    expect((await desk.server.call('deposit-create', more, { token })).status).toBe(502);
    expect(await rowOf(depositId)).toMatchObject({ status: 'awaitingPlayer', attempt: 1 });
    expect(desk.accounts.south.orders).toEqual([]);
  });

  test('if an earlier request may have reached its provider', async () => {
    const { north } = desk.accounts;
    // The first process is silent, as if it had died; the next one takes the call over.
    north.answer = () => refuse('timeoutUnknown');
    const { depositId, owner } = await create();
    north.answer = () => refuse('rejected');
    await expect(finishDeposit(desk.server.core, owner, depositId)).rejects.toThrow();
    expect(await attemptsOf(depositId)).toMatchObject([{ outcome: 'failed', error: 'rejected' }]);
    expect(desk.accounts.south.orders).toEqual([]);
  });

  test('if another process asks its provider at the same time', async () => {
    const { north } = desk.accounts;
    north.answer = async ({ depositId }) => {
      const { brand_id: brandId, player_id: playerId } = await rowOf(depositId);
      north.answer = () => refuse('timeoutUnknown');
      await finishDeposit(desk.server.core, { brandId, playerId }, depositId).catch(() => {});
      return refuse('unavailable');
    };
    const { depositId } = await create();
    expect(north.orders).toHaveLength(2);
    expect(await attemptsOf(depositId)).toMatchObject([{ outcome: 'failed' }]);
  });
});

test('a process that dies between two accounts leaves a deposit that goes on at the second', async () => {
  const { core } = desk.server;
  desk.accounts.north.answer = () => refuse('timeoutUnknown');
  const { depositId, owner } = await create();
  const before = await rowOf(depositId);
  await failOver(core, before, refuse('unavailable'));
  // A process that still has the deposit as it was asks the first account no more.
  expect(await countRequest(core, before)).toBe(false);
  const answer = await finishDeposit(core, owner, depositId);
  expect(answer.apiResponse.source).toBe('https://provider.example/');
  expect(desk.accounts.south.orders).toMatchObject([{ attemptId: `${depositId}-2` }]);
  expect(await attemptsOf(depositId)).toHaveLength(2);
});
