import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { createOperator, type OperatorClient, operatorWith } from '../testing/operator-client.ts';
import { useSweepstakeDesk } from '../testing/sweepstake-desk.ts';

const { desk, bring } = useSweepstakeDesk({ brand: { secondApproval: { upTo: { QSC: '10' } } } });
const reason = 'entry by letter';

let operator: OperatorClient;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});

test('more free coins than one key may give wait for a second key', async () => {
  const boss = await createOperator(desk.server, { name: 'boss', scopes: ['read', 'approvals'] });
  const player = await bring();
  const request = { player: player.externalId, entry: 'letter-1', sweep: '10.01', reason };
  const { status, body } = await operator.ask('players-grant-free-entry', request);
  expect(status).toBe(202);
  expect((await player.coins()).scAmount).toBe('0');
  const pendingActId = body.pendingAct.id;
  expect((await boss.ask('pending-acts-approve', { pendingActId })).status).toBe(200);
  expect((await player.coins()).scAmount).toBe('10.01');
});

test('each free entry stands in the log of acts, with its player and reason', async () => {
  const player = await bring();
  const request = { player: player.externalId, entry: 'letter-2', sweep: '5', reason };
  const { status, body } = await operator.ask('players-grant-free-entry', request);
  expect(status).toBe(200);
  const { items } = (await operator.ask('acts-list', { action: 'players-grant-free-entry' })).body;
  expect(items[0]).toMatchObject({
    outcome: 'done',
    subjectId: player.ref.playerId,
    reason,
    after: { grant: body.grantId, entry: 'letter-2', sweep: '5', gold: '0' },
  });
});

test('nobody gives coins of a brand without sweepstakes, or to a player of another brand', async () => {
  const player = await bring();
  const other = await createOperator(desk.server, { brandId: 'other' });
  const request = { player: player.externalId, entry: 'letter-3', sweep: '5', reason };
  const stranger = await other.ask('players-grant-free-entry', request);
  expect([stranger.status, stranger.body.error.code]).toEqual([404, 'player.notFound']);
  await other.ask('players-register', { player: player.externalId });
  const without = await other.ask('players-grant-free-entry', request);
  expect([without.status, without.body.error.code]).toEqual([422, 'currency.unsupported']);
  expect((await player.coins()).scAmount).toBe('0');
});

test('many small free entries wait once they are more together than one key may give', async () => {
  const player = await bring();
  const ann = await createOperator(desk.server, { name: 'ann' });
  const { body: made } = await ann.ask('keys-create', { name: 'own', scopes: ['corrections'] });
  const own = operatorWith(desk.server, made.id, made.key);
  const grant = async (by: OperatorClient, entry: string, sweep: string) => {
    const request = { player: player.externalId, entry: `${ann.keyId} ${entry}`, sweep, reason };
    return (await by.ask('players-grant-free-entry', request)).status;
  };
  expect(await grant(ann, '1', '6')).toBe(200);
  // The same entry again gives nothing.
  expect(await grant(ann, '1', '6')).toBe(200);
  expect(await grant(ann, '2', '4.01')).toBe(202);
  expect(await grant(own, '3', '4')).toBe(200);
  expect(await grant(own, '4', '0.01')).toBe(409);
  expect((await player.coins()).scAmount).toBe('10');
  const other = await bring();
  const request = { player: other.externalId, entry: `${ann.keyId} 5`, sweep: '0.01', reason };
  expect((await own.ask('players-grant-free-entry', request)).status).toBe(202);
  const third = await bring();
  const later = await desk.server.later(24 * 3600_000 + 1, () =>
    own.ask('players-grant-free-entry', { ...request, player: third.externalId }),
  );
  expect(later.status).toBe(200);
});

test('parallel free entries count each other', async () => {
  const players = await Promise.all([1, 2, 3, 4].map(() => bring()));
  const ann = await createOperator(desk.server, { name: 'ann' });
  const answers = await Promise.all(
    players.map(({ externalId }) =>
      ann.ask('players-grant-free-entry', {
        player: externalId,
        entry: uuidv7(),
        sweep: '5',
        reason,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202, 202]);
});
