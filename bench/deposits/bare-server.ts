// The minimum that does the same: a Fastify with two routes that sends PostgreSQL the recorded
// statements of one deposit at Kassa's server, in the same transactions, with fresh ids and times.
// ~
// Included: HTTP and JSON in and out, a pool of the same size, every statement, constraint and
// trigger, and a notification that is answered once it is stored and credited afterwards, as in the
// server. Not included: the verification of the token and of the webhook's signature, the
// validation of requests and responses, the request to the provider, hashing, decimals, logs,
// metrics and jobs.
import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import pg from 'pg';
import * as z from 'zod/mini';
import { FreshValues } from './fresh-values.ts';
import { playerHeader } from './player.ts';
import { recordingSchema } from './recorded-statements.ts';
import { prepareReplay, replay } from './replay.ts';

const settings = z
  .object({ PORT: z.string(), BENCH_DATABASE_URL: z.string(), BENCH_RECORDING: z.string() })
  .parse(process.env);
const recording = recordingSchema.parse(
  JSON.parse(await readFile(settings.BENCH_RECORDING, 'utf8')),
);
const create = prepareReplay(recording.create);
const notify = prepareReplay(recording.notify);
/** The pool has the server's size (packages/server/src/ground/database/connect.ts). */
const pool = new pg.Pool({ connectionString: settings.BENCH_DATABASE_URL, max: 10 });
const nilUuid = '00000000-0000-0000-0000-000000000000';
const knownOf = await loadKnownValues();
/** The generated values of deposits that wait for their notification. */
const waiting = new Map<string, FreshValues>();

const app = Fastify();
app.get('/readyz', () => ({ status: 'ready' }));

app.post('/api/banking/deposit-create', async (request) => {
  const known = knownOf.get(String(request.headers[playerHeader])) ?? [];
  const fresh = new FreshValues(known, recording.recordedAt);
  const depositId = fresh.get(recording.depositId);
  await replay(pool, create, fresh);
  waiting.set(depositId, fresh);
  return { depositId };
});

app.post<{ Body: { payment: { merchantReference: string } } }>(
  '/api/providers/kassa/sandbox/notifications',
  async (request, reply) => {
    const { merchantReference } = request.body.payment;
    const fresh = waiting.get(merchantReference);
    if (fresh === undefined) return reply.status(404).send({ received: false });
    waiting.delete(merchantReference);
    await replay(pool, notify.slice(0, 1), fresh);
    // A failure ends this process and with it the benchmark, which would have nothing to measure.
    void replay(pool, notify.slice(1), fresh);
    return { received: true };
  },
);

process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => pool.end())
    .then(() => process.exit(0));
});
await app.listen({ host: 'localhost', port: Number(settings.PORT) });

/**
 * Returns per player the recorded values with their replacements: the player and their account. The
 * clearing account and the nil UUID are the same for all players.
 */
async function loadKnownValues(): Promise<Map<string, [string, string][]>> {
  const { rows: players } = await pool.query<{ name: string; id: string; account: string }>(
    `select p.external_id as name, p.id, a.id as account
     from players p join ledger_accounts a on a.kind = 'player' and a.owner = p.id::text`,
  );
  const { rows: clearing } = await pool.query<{ id: string }>(
    "select id from ledger_accounts where kind = 'clearing'",
  );
  const shared = [nilUuid, ...clearing.map(({ id }) => id)];
  const recorded = players.find(({ name }) => name === recording.player);
  if (recorded === undefined) throw new Error('The database does not contain the recorded player.');
  return new Map(
    players.map(({ name, id, account }) => [
      name,
      [
        [recorded.name, name],
        [recorded.id, id],
        [recorded.account, account],
        ...shared.map((id): [string, string] => [id, id]),
      ],
    ]),
  );
}
