// The least that could do the same: a Fastify with two routes that ask PostgreSQL exactly what Kassa's
// server was recorded to ask for one deposit, in the same transactions, with fresh ids and times.
//
// In it: HTTP and JSON in and out, a pool of the same size, every statement, constraint and trigger,
// and a notification that is answered once it is stored and credited after that, as in the server.
// Not in it: the check of the token and of the webhook's signature, validation of requests and
// answers, the request to the provider, hashing, decimals, logs, metrics and jobs.
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
/** As many connections as the server has (packages/server/src/ground/database/connect.ts). */
const pool = new pg.Pool({ connectionString: settings.BENCH_DATABASE_URL, max: 10 });
const nilUuid = '00000000-0000-0000-0000-000000000000';
const knownOf = await loadKnownValues();
/** What was made up for a deposit that waits for its notification. */
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
    // A failure ends this process, and with it the benchmark: there is nothing to measure then.
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
 * Per player, what the recording calls its player and their account. The clearing account and the
 * nil UUID are everybody's.
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
  if (recorded === undefined) throw new Error('The recorded player is not in the database.');
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
