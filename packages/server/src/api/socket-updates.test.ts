import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadDeposit } from '../money/deposits/load-deposit.ts';
import { moveDeposit } from '../money/deposits/move-deposit.ts';
import { resolvePlayer } from '../players/player-row.ts';
import { bringPlayer } from '../testing/paying-player.ts';
import { connected, nextPush, openSocket } from '../testing/player-socket.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({}, { timeouts: { lookAgainMs: 100 } });
});

afterAll(() => server.stop());

/**
 * Connects a player with an open deposit. `lose` ends the deposit and loses its push; the clock of
 * the writing process may be slow.
 */
async function connect() {
  const player = await bringPlayer(server);
  const { depositId } = await player.deposit();
  const socket = await connected(openSocket(server.url, player.token));
  const pushed = nextPush(socket, 'deposit.status');
  const { core } = server;
  const playerId = await resolvePlayer(core.db, 'kassa', player.id);
  const lose = async (slowMs = 0) => {
    const deposit = await loadDeposit(core.db, { brandId: 'kassa', playerId }, depositId);
    await core.db.transaction().execute(async (tx) => {
      await moveDeposit(core, tx, deposit, 'autoCanceled', { reason: 'a test' });
      await tx
        .updateTable('deposit_transitions')
        .set({ id: uuidv7({ msecs: Date.now() - slowMs }) })
        .where('deposit_id', '=', depositId)
        .where('to_status', '=', 'autoCanceled')
        .execute();
    });
  };
  return { depositId, socket, pushed, lose };
}

test('lost pushes are sent again even if the wallet hangs', async () => {
  const first = await connect();
  const second = await connect();
  const until = Promise.withResolvers<void>();
  onTestFinished(() => until.resolve());
  const wallet = server.core.walletOf('kassa');
  server.core.walletOf = () => ({
    ...wallet,
    profile: async (caller) => {
      await until.promise;
      return wallet.profile(caller);
    },
  });
  await first.lose();
  expect(await first.pushed).toMatchObject({ depositId: first.depositId, status: 2 });
  await second.lose();
  expect(await second.pushed).toMatchObject({ depositId: second.depositId, status: 2 });
  first.socket.close();
  second.socket.close();
});

test('a change written with a slow clock is found', async () => {
  const player = await connect();
  await player.lose(20_000);
  expect(await player.pushed).toMatchObject({ depositId: player.depositId, status: 2 });
  player.socket.close();
});
