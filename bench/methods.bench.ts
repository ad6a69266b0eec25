// The server's time for a list of 1,000 methods: computed, cached, and known to the client, each as
// a ratio to a handler that responds with an empty object. All run throughout and take turns.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@kassa/server';
import * as z from 'zod/mini';
import { makePlayers } from './deposits/player.ts';
import { writeBrand } from './deposits/stage.ts';
import { findFreePort } from './measuring/free-port.ts';
import { describeMachine } from './measuring/machine.ts';
import { makeFolder, removeFolder } from './measuring/own-folder.ts';
import { endProcess, startProcess } from './measuring/own-process.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { describeTimes, median } from './measuring/statistics.ts';
import { type Answered, buildClient, type Client } from './methods/time-requests.ts';
import { writeCatalog } from './methods/write-catalog.ts';

const country = 'de';
const currency = 'EUR';
const kinds = ['cold', 'warm', '304', 'drawn cold', 'drawn warm'] as const;
type Kind = (typeof kinds)[number];

/** Fewer than a player's screens of a day. */
const drawnOfPlayer = 20;

interface Size {
  methodCount: number;
  rounds: number;
  requestsPerRound: number;
  warmUpRequests: number;
}

export default defineBenchmark<Size>({
  whole: { methodCount: 1000, rounds: 9, requestsPerRound: 40, warmUpRequests: 100 },
  short: { methodCount: 100, rounds: 1, requestsPerRound: 2, warmUpRequests: 1 },
  measure,
});

async function measure(own: Own, size: Size): Promise<void> {
  const { methodCount, rounds, requestsPerRound, warmUpRequests } = size;
  const machine = describeMachine();
  // A group for each cold request, and some to spare.
  const groups = Array.from(
    { length: 2 * (warmUpRequests + rounds * requestsPerRound) },
    (_, index) => `group_${index}`,
  );
  const [player] = await makePlayers(1);
  if (player === undefined) throw new Error('A benchmark needs a player.');
  const folder = await own(makeFolder, removeFolder);
  const catalog = await writeCatalog(folder, { country, currency, count: methodCount, groups });
  const [kassaPort, barePort] = [await startKassa(own, folder, catalog), await startBare(own)];
  const [kassa, bare] = await Promise.all(
    [kassaPort, barePort].map((port) =>
      own(
        async () => buildClient(port, player.token),
        async (client) => client.close(),
      ),
    ),
  );
  if (kassa === undefined || bare === undefined) return;
  const { etag, bytes } = await readList(kassa);
  const screen = await describeScreen(kassaPort);
  const drawn = await kassa.ask({ country, currency, screen });
  if (drawn.bytes < bytes + 500) throw new Error('The list was not drawn.');
  const unused = [...groups];
  /** Returns a group without an earlier request, so nothing is cached for it. */
  const nextGroup = () => unused.pop() ?? fail('There are too few groups.');
  const drawers = await makePlayers(Math.ceil(groups.length / drawnOfPlayer));
  /** Returns the header of a player for whom a screen can still be drawn. */
  const nextDrawer = () => ({
    authorization: `Bearer ${drawers[Math.floor(unused.length / drawnOfPlayer)]?.token}`,
  });
  const askers: Record<Kind | 'bare', () => Promise<Answered>> = {
    cold: () => kassa.ask({ country, currency, abTestGroup: nextGroup() }),
    warm: () => kassa.ask({ country, currency }),
    '304': () => kassa.ask({ country, currency }, { 'if-none-match': etag }),
    'drawn cold': () =>
      kassa.ask({ country, currency, abTestGroup: nextGroup(), screen }, nextDrawer()),
    'drawn warm': () => kassa.ask({ country, currency, screen }),
    bare: () => bare.ask({ country, currency }),
  };
  const timeRound = (kind: Kind | 'bare', count: number) =>
    timeRequests(askers[kind], count, kind === '304' ? 304 : 200);
  for (const kind of [...kinds, 'bare'] as const) await timeRound(kind, warmUpRequests);
  const times: Record<Kind | 'bare', number[][]> = {
    cold: [],
    warm: [],
    '304': [],
    'drawn cold': [],
    'drawn warm': [],
    bare: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of [...kinds, 'bare'] as const) {
      times[kind].push(await timeRound(kind, requestsPerRound));
    }
  }
  report(machine, size, times, { bytes, drawnBytes: drawn.bytes });
}

function fail(message: string): never {
  throw new Error(message);
}

/** Describes a first screen as a page of this server does. */
async function describeScreen(port: number): Promise<object> {
  const page = await (await fetch(`http://localhost:${port}/kassa/`)).text();
  const [, block = ''] = /id="kassa-page">([\s\S]*?)<\/script>/.exec(page) ?? [];
  const { build } = z.object({ build: z.string() }).parse(JSON.parse(block));
  return {
    build,
    view: 'main',
    address: '/deposit',
    locale: 'en-US',
    closingButton: true,
    hasBadge: false,
    bonuses: 0,
    hasCryptoBonus: false,
  };
}

/** @throws if a response has another status */
async function timeRequests(
  ask: () => Promise<Answered>,
  count: number,
  expected: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { status, ms } = await ask();
    if (status !== expected) throw new Error(`A response was ${status}, not ${expected}.`);
    times.push(ms);
  }
  return times;
}

/**
 * Reads the list, and validates it again by its ETag, to make sure that the benchmark measures
 * these responses.
 */
async function readList(kassa: Client): Promise<{ etag: string; bytes: number }> {
  const first = await kassa.ask({ country, currency });
  const { etag } = first.headers;
  if (first.status !== 200 || etag === undefined) {
    throw new Error(`The list's response was ${first.status}, with the ETag ${etag}.`);
  }
  const again = await kassa.ask({ country, currency }, { 'if-none-match': etag });
  if (again.status !== 304 || again.bytes !== 0) {
    throw new Error(`The response to a known ETag was ${again.status}, with ${again.bytes} bytes.`);
  }
  return { etag, bytes: first.bytes };
}

/** Starts the real server, with a generated catalogue and an unused provider. */
async function startKassa(own: Own, folder: string, catalog: string): Promise<number> {
  await writeBrand(folder, await findFreePort());
  const postgres = path.join(folder, 'postgres');
  await own(
    () => startEmbeddedPostgres(postgres),
    ({ stop }) => stop(),
  );
  const port = await findFreePort();
  const environment = {
    PORT: String(port),
    KASSA_DATA: folder,
    KASSA_CONFIG: folder,
    KASSA_CATALOG: catalog,
    LOG_LEVEL: 'warn',
    // The player sends more requests than the limits allow.
    RATE_LIMIT_SCALE: '1000',
  };
  const readyUrl = `http://localhost:${port}/readyz`;
  const script = 'packages/server/src/main.ts';
  await own(() => startProcess({ script, environment, readyUrl }), endProcess);
  return port;
}

async function startBare(own: Own): Promise<number> {
  const port = await findFreePort();
  const script = fileURLToPath(new URL('./methods/bare-server.ts', import.meta.url));
  const readyUrl = `http://localhost:${port}/readyz`;
  const environment = { PORT: String(port) };
  await own(() => startProcess({ script, environment, readyUrl }), endProcess);
  return port;
}

function report(
  machine: string,
  { methodCount, rounds, requestsPerRound }: Size,
  times: Record<Kind | 'bare', number[][]>,
  { bytes, drawnBytes }: { bytes: number; drawnBytes: number },
): void {
  console.log(`\nMethods: methods-payment-v3 with ${methodCount} methods, over HTTP`);
  console.log(`  ${machine}`);
  console.log(`  ${rounds} rounds of ${requestsPerRound} requests in turns, one after another`);
  console.log(
    `  the list is ${(bytes / 1000).toFixed(1)} kB, compressed; with its markup ${(drawnBytes / 1000).toFixed(1)} kB; with a known ETag, 0`,
  );
  for (const kind of [...kinds, 'bare'] as const) {
    console.log(`  ${kind.padEnd(10)}  ${describeTimes(times[kind].flat())}`);
  }
  for (const kind of kinds) {
    const ratios = times[kind].map(
      (round, index) => median(round) / median(times.bare[index] ?? []),
    );
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    console.log(
      `  ratio  ${kind.padEnd(10)} ${median(ratios).toFixed(2)} of the empty handler's time (${least.toFixed(2)} to ${most.toFixed(2)} over the rounds)`,
    );
  }
}
