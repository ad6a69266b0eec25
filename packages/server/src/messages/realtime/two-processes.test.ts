import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MethodState, setMethodSwitch } from '../../catalog/method-switches.ts';
import { offerBonus, revokeBonus } from '../../money/bonuses/offer-bonus.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { approve, bringPlayer } from '../../testing/paying-player.ts';
import { disconnected, nextPush } from '../../testing/player-socket.ts';
import type { TestServer } from '../../testing/test-server.ts';
import {
  beginSocket,
  closeSockets,
  depositAt,
  hearEnds,
  openSignedIn,
  startTwo,
} from '../../testing/two-servers.ts';

afterEach(closeSockets);

const bonus = {
  kind: 'freespin' as const,
  title: 'Twenty spins',
  subtitle: null,
  currency: 'EUR',
  minDeposit: '10',
  wagerMultiplier: null,
  payoutMultiplier: null,
  onWithdrawal: 'forfeited' as const,
  mustAccrueBefore: new Date(Date.now() + 3600_000),
  spins: 20,
  maxSpinWin: null,
  games: [],
};

let one: TestServer;
let other: TestServer;

beforeAll(async () => {
  [one, other] = await startTwo({}, 100);
});
afterAll(async () => {
  await one.stop();
  await other.stop();
});

test("a push reaches the player's socket on another process once within seconds, with the balance", async () => {
  const playerId = uuidv7();
  const socket = await openSignedIn(other, await other.token({ playerId }));
  const bystander = await openSignedIn(other, await other.token({ playerId: uuidv7() }));
  const overheard: string[] = [];
  bystander.onAny((event) => overheard.push(event));
  const ended = hearEnds(socket);
  const user = nextPush(socket, 'login.token');
  const first = await depositAt(one, playerId);
  expect(await user).toMatchObject({ balanceData: { primary: { amount: '50.00' } } });
  const second = await depositAt(one, playerId);
  await expect.poll(() => ended).toContain(second);
  // A repeated push of the first deposit would have arrived by now.
  expect(ended).toEqual([first, second]);
  expect(overheard).toEqual([]);
});

test('an offered or revoked bonus pushes the balance on the other process', async () => {
  const playerId = uuidv7();
  const socket = await openSignedIn(other, await other.token({ playerId }));
  const { core } = one;
  const ref = { brandId: 'kassa', playerId: await resolvePlayer(core.db, 'kassa', playerId) };
  const by = { actor: 'a test', reason: 'a test' };
  const id = uuidv7();
  const offered = nextPush(socket, 'login.token');
  await core.db.transaction().execute((tx) => offerBonus(core, tx, ref, { ...bonus, ...by, id }));
  await offered;
  const revoked = nextPush(socket, 'login.token');
  await core.db.transaction().execute((tx) => revokeBonus(core, tx, ref, { id, ...by }));
  await revoked;
});

test('each status of a withdrawal is pushed on the other process', async () => {
  const player = await bringPlayer(one);
  const { depositId, paymentId } = await player.deposit();
  await approve(one, paymentId);
  await untilCredited(one, depositId);
  const socket = await openSignedIn(other, await other.token({ playerId: player.id }));
  const told: { withdrawalId: string }[] = [];
  socket.on('withdrawal.status', (push) => told.push(push));
  const { status, body } = await player.withdraw();
  expect(status).toBe(200);
  await expect
    .poll(() => told.map(({ withdrawalId }) => withdrawalId))
    .toContain(body.withdrawalId);
});

test('a new socket gets the deposits that ended meanwhile, and not those that still wait', async () => {
  const playerId = uuidv7();
  const token = await one.token({ playerId });
  const ended = await depositAt(one, playerId);
  await untilCredited(one, ended);
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  await one.call('deposit-create', order, { token });
  const socket = beginSocket(other, token);
  const pushes: unknown[] = [];
  socket.on('deposit.status', (push) => pushes.push(push));
  await nextPush(socket, 'deposit.status');
  expect(pushes).toMatchObject([{ depositId: ended, status: 1, processingAmount: '50.00' }]);
});

test("a method's switch is pushed on the other process, and again when it ends", async () => {
  const socket = await openSignedIn(other, await other.token({ playerId: 'switched' }));
  const outsider = await openSignedIn(other, await other.otherToken({ playerId: 'outsider' }));
  let heard = 0;
  socket.on('methods.changed', () => {
    heard += 1;
  });
  let isWrong = false;
  outsider.on('methods.changed', () => {
    isWrong = true;
  });
  // The other process must have loaded the switches once before, so the method is switched
  // repeatedly until then.
  let isOff = false;
  const switchAndListen = async () => {
    isOff = !isOff;
    await switchMethod(one, isOff ? 'off' : 'on', null);
    return heard;
  };
  await expect.poll(switchAndListen, { interval: 250 }).toBeGreaterThan(0);
  await switchMethod(one, 'maintenance', new Date(Date.now() + 180_000));
  heard = 0;
  // The clock moves before and after the end by turns: earlier switches may be pushed twice, but no
  // more often.
  const { now } = other.core;
  let isUp = false;
  other.core.now = () => new Date(now().getTime() + (isUp ? 240_000 : 0));
  const passTime = () => {
    isUp = !isUp;
    return heard;
  };
  await expect.poll(passTime, { interval: 250 }).toBeGreaterThan(2);
  other.core.now = now;
  expect(isWrong).toBe(false);
});

test("a block is pushed on the other process once, and hides no method's switch there", async () => {
  const player = await bringPlayer(one);
  const socket = await openSignedIn(other, player.token);
  const heard: unknown[] = [];
  socket.on('methods.changed', (block) => heard.push(block ?? 'switch'));
  const ref = { brandId: 'kassa', playerId: await resolvePlayer(one.core.db, 'kassa', player.id) };
  const block = { what: 'all', source: 'operator', until: null } as const;
  const by = { reason: 'a test', actor: 'a test' };
  const makeBlock = async (id = uuidv7()) => {
    await one.core.db
      .transaction()
      .execute((tx) => blockPlayer(one.core, tx, ref, { id, ...block, ...by }));
    return { blockId: id };
  };
  const first = await makeBlock();
  await expect.poll(() => heard).toContainEqual(first);
  const second = await makeBlock();
  await expect.poll(() => heard).toContainEqual(second);
  // A repeated push of the first block would have arrived by now. The end of an earlier test's switch
  // may be heard between them.
  expect(heard.filter((it) => it !== 'switch')).toEqual([first, second]);
  heard.length = 0;
  await switchMethod(one, 'off', null);
  const blockAndListen = () => {
    other.core.publisher.blockChanged(ref.brandId, ref.playerId, { blockId: uuidv7() });
    return heard;
  };
  await expect.poll(blockAndListen, { interval: 20 }).toContain('switch');
  await switchMethod(one, 'on', null);
});

test('a deposit that ended long ago is not pushed again', async () => {
  const playerId = uuidv7();
  const depositId = await depositAt(one, playerId);
  await untilCredited(one, depositId);
  await makeOld(one, depositId, 16 * 60_000);
  const pushes: unknown[] = [];
  const socket = beginSocket(one, await one.token({ playerId }));
  socket.on('deposit.status', (push) => pushes.push(push));
  await nextPush(socket, 'login.token');
  expect(pushes).toEqual([]);
});

/** Moves all changes of a deposit into the past by `ms`. */
async function makeOld({ core }: TestServer, depositId: string, ms: number): Promise<void> {
  const at = Date.now() - ms;
  const changes = await core.db
    .selectFrom('deposit_transitions')
    .select('id')
    .where('deposit_id', '=', depositId)
    .execute();
  for (const { id } of changes) {
    const earlier = { id: uuidv7({ msecs: at }) };
    await core.db.updateTable('deposit_transitions').set(earlier).where('id', '=', id).execute();
  }
  const past = { updated_at: new Date(at) };
  await core.db.updateTable('deposits').set(past).where('id', '=', depositId).execute();
}

/** Switches a method like the operator's API, without a push. */
async function switchMethod({ core }: TestServer, state: MethodState, until: Date | null) {
  const decision = { reason: 'a test', actor: 'a test', until };
  await core.db
    .transaction()
    .execute((tx) => setMethodSwitch(core, tx, 'kassa', 'large_transfer', state, decision));
}

function untilCredited({ core }: TestServer, depositId: string): Promise<void> {
  const deposit = core.db.selectFrom('deposits').select('status').where('id', '=', depositId);
  return expect
    .poll(async () => (await deposit.executeTakeFirstOrThrow()).status)
    .toBe('processed');
}

test('a token that is revoked at one process is refused by the other, and its socket closed', async () => {
  const playerId = uuidv7();
  const token = await other.token({ playerId });
  const socket = await openSignedIn(other, token);
  const closed = disconnected(socket);
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  const create = async () => (await other.call('deposit-create', order, { token })).status;
  expect(await create()).toBe(200);
  const operator = await createOperator(one);
  const reason = 'the device was stolen';
  expect((await operator.ask('players-logout', { player: playerId, reason })).status).toBe(200);
  expect(await closed).toBe('io server disconnect');
  expect(await create()).toBe(401);
});
