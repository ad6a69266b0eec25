import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import type { CreateOutcome } from '../../connectors/connector.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { blockPlayer, type PlayerBlock, unblockPlayer } from '../../players/player-blocks.ts';
import { setPlayerLimit } from '../../players/player-limits.ts';
import { type PlayerRef, resolvePlayer } from '../../players/player-row.ts';
import { hour, minute, noAnswer, useEndingDesk } from '../../testing/ending-desk.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { endIfForbidden } from './end-if-forbidden.ts';

const tools = useEndingDesk();
const { desk, act, behave, block, call, checkIn, deposit, setLimit, show, statusAtProvider } =
  tools;

/** The reason of a deposit's last change in its history. */
const lastReason = async (depositId: string) => {
  const { reason } = await desk.server.core.db
    .selectFrom('deposit_transitions')
    .select('reason')
    .where('deposit_id', '=', depositId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return reason;
};

/** Commits a change of the player and dies before anything else. */
const commitAndDie = async <Result>(
  change: (tx: Tx, player: PlayerRef) => Promise<Result>,
): Promise<Result> => {
  const { core } = desk.server;
  const playerId = await resolvePlayer(core.db, 'kassa', desk.playerId);
  return core.db.transaction().execute((tx) => change(tx, { brandId: 'kassa', playerId }));
};

const commitBlock = (part: Partial<PlayerBlock> = {}) =>
  commitAndDie((tx, player) =>
    blockPlayer(desk.server.core, tx, player, {
      id: uuidv7(),
      what: 'all',
      source: 'operator',
      until: null,
      ...by,
      ...part,
    }),
  );

/** Whether a session of this database waits for a lock. */
const isSomebodyWaiting = async () => {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(desk.server.core.db);
  return rows.length > 0;
};

const by = { actor: 'a test', reason: 'a test' };

describe.each([
  ['a block of deposits', { what: 'deposits' }, 'the player was blocked'],
  ['a block', {}, 'the player was blocked'],
  ['a self-exclusion', { source: 'selfExclusion' }, 'the player has excluded themselves'],
] as const)('%s', (_name, part, reason) => {
  test('ends the open deposits and cancels them at the provider', async () => {
    const [one, other] = [await deposit('40'), await deposit('50')];
    await call('deposit-complete', { depositId: other.depositId });
    await block(part);
    for (const { depositId } of [one, other]) {
      expect(await show(depositId)).toMatchObject({
        status: 'canceled',
        providerCancel: 'canceled',
      });
      expect(await statusAtProvider(depositId)).toBe('canceled');
      expect(await lastReason(depositId)).toBe(reason);
    }
  });

  test('by a process that dies before it ends them is done by the follow-up', async () => {
    const { depositId } = await deposit();
    await commitBlock(part);
    expect((await show(depositId)).status).toBe('awaitingPlayer');
    await checkIn(minute);
    expect(await show(depositId)).toMatchObject({ status: 'canceled', providerCancel: 'canceled' });
    expect(await statusAtProvider(depositId)).toBe('canceled');
    expect(await lastReason(depositId)).toBe(reason);
  });
});

describe('an open deposit', () => {
  test('goes on if only withdrawals are blocked', async () => {
    const { depositId } = await deposit();
    await block({ what: 'withdrawals' });
    await checkIn(minute);
    expect((await show(depositId)).status).toBe('awaitingPlayer');
    expect(await statusAtProvider(depositId)).toBe('pending');
  });

  test('goes on if the block was lifted before it was ended', async () => {
    const { depositId } = await deposit();
    const { id } = await commitBlock();
    await act('players-unblock', { player: desk.playerId, blockId: id });
    await checkIn(minute);
    expect((await show(depositId)).status).toBe('awaitingPlayer');
  });

  test('goes on if the block is lifted while another transaction holds the deposit', async () => {
    const { core } = desk.server;
    const { depositId } = await deposit();
    const { id: blockId } = await commitBlock();
    const row = await core.db
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', depositId)
      .executeTakeFirstOrThrow();
    let ending: Promise<unknown> = Promise.resolve();
    await core.db.transaction().execute(async (tx) => {
      await lockDepositAndPlayer(tx, { brandId: 'kassa' }, depositId);
      ending = endIfForbidden(core, row);
      await expect.poll(isSomebodyWaiting).toBe(true);
      const player = { brandId: 'kassa', playerId: row.player_id };
      await unblockPlayer(core, tx, player, { id: blockId, actor: 'a test' });
    });
    expect(await ending).toBeNull();
    expect((await show(depositId)).status).toBe('awaitingPlayer');
  });

  test('of another player goes on', async () => {
    const { depositId } = await deposit();
    desk.playerId = uuidv7();
    await resolvePlayer(desk.server.core.db, 'kassa', desk.playerId);
    await block();
    expect((await show(depositId)).status).toBe('awaitingPlayer');
  });

  test('that is being created when the player is blocked is canceled as soon as it exists', async () => {
    const { create } = desk.connector;
    let depositId = '';
    vi.spyOn(desk.connector, 'create').mockImplementationOnce(
      async (order): Promise<CreateOutcome> => {
        depositId = order.depositId;
        await block();
        return create(order);
      },
    );
    expect(await tools.tryToOpen()).toBe('deposit.notOpen');
    expect(await show(depositId)).toMatchObject({ status: 'canceled', providerCancel: 'canceled' });
    expect(await statusAtProvider(depositId)).toBe('canceled');
  });

  test('is canceled at the provider later if the provider gives no answer to the block', async () => {
    const { depositId } = await deposit();
    const cancel = vi.spyOn(desk.connector, 'cancel').mockResolvedValueOnce(noAnswer);
    await block();
    expect(await show(depositId)).toMatchObject({ status: 'canceled', providerCancel: null });
    await checkIn(minute);
    expect(cancel).toHaveBeenCalledTimes(2);
    expect(await statusAtProvider(depositId)).toBe('canceled');
  });

  test('that the provider can’t cancel shows its late window to the operator', async () => {
    await behave({ cancel: 'impossible' });
    const { depositId } = await deposit();
    await block();
    const { lateUntil, ...shown } = await show(depositId);
    expect(shown).toMatchObject({ status: 'canceled', providerCancel: 'cannotCancel' });
    expect(Date.parse(lateUntil)).toBeGreaterThan(Date.now() + 23 * hour);
    const { body } = await desk.operator.ask('deposits-search', { player: desk.playerId });
    expect(body.items).toMatchObject([
      { id: depositId, lateUntil, providerCancel: 'cannotCancel' },
    ]);
  });
});

describe('a lower limit', () => {
  const lower = (amount: string) =>
    commitAndDie((tx, player) =>
      setPlayerLimit(desk.server.core, tx, player, {
        transaction: 'deposit',
        period: 'day',
        source: 'operator',
        amount: { amount, currency: 'EUR' },
        ...by,
      }),
    );

  test('below the open deposits ends all of them and cancels them at the provider', async () => {
    const [one, other] = [await deposit('40'), await deposit('50')];
    await setLimit('80');
    for (const { depositId } of [one, other]) {
      expect(await show(depositId)).toMatchObject({
        status: 'canceled',
        providerCancel: 'canceled',
      });
      expect(await statusAtProvider(depositId)).toBe('canceled');
      expect(await lastReason(depositId)).toBe("above the player's changed limit");
    }
    expect(await tools.tryToOpen('80')).toBe('open');
  });

  test('that leaves room for the open deposits ends none', async () => {
    const { depositId } = await deposit('40');
    await setLimit('40');
    await checkIn(minute);
    expect((await show(depositId)).status).toBe('awaitingPlayer');
    expect(await statusAtProvider(depositId)).toBe('pending');
  });

  test('of withdrawals ends none', async () => {
    const { depositId } = await deposit('40');
    await setLimit('10', { transaction: 'withdrawal' });
    expect((await show(depositId)).status).toBe('awaitingPlayer');
  });

  test('that no rate can be found for ends none', async () => {
    const { depositId } = await deposit('40');
    await setLimit('10', { currency: 'GBP' });
    expect((await show(depositId)).status).toBe('awaitingPlayer');
  });

  test('of a process that dies before it ends them is found by the follow-up', async () => {
    const { depositId } = await deposit('100');
    await lower('50');
    expect((await show(depositId)).status).toBe('awaitingPlayer');
    await checkIn(minute);
    expect(await show(depositId)).toMatchObject({ status: 'canceled', providerCancel: 'canceled' });
    expect(await lastReason(depositId)).toBe("above the player's changed limit");
  });

  test('from before a deposit ends none, even if more money than asked exceeds it later', async () => {
    await setLimit('100');
    const paid = await deposit('60');
    const { depositId } = await deposit('40');
    await desk.server.provider('POST', `/v1/payments/${paid.paymentId}/approve`, {
      paidAmount: '65',
    });
    await expect.poll(async () => (await show(paid.depositId)).payments).toHaveLength(1);
    await checkIn(minute);
    expect((await show(depositId)).status).toBe('awaitingPlayer');
  });
});
