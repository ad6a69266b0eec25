// What an attack costs the players of a process without a proxy: the slow times of their calls while
// attackers of another address flood the same port, against those without them.
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Calls, callSteadily } from './attack/call-steadily.ts';
import { fillPool, poolBrand, writePoolBrand } from './deposits/compare-pool.ts';
import {
  buildTarget,
  findMethod,
  makePlayers,
  type Player,
  type Target,
} from './deposits/player.ts';
import { type Stage, setStage, startKassa } from './deposits/stage.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess } from './measuring/own-process.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { describeTimes, median, percentile } from './measuring/statistics.ts';

const callsPerSecond = 20;
/** Enough for the limits of one player. */
const playerCount = 100;
const accountCount = 8;
const scripts = {
  address: new URL('./attack/attacker.ts', import.meta.url),
  accounts: new URL('./attack/attacking-players.ts', import.meta.url),
};

interface Size {
  rounds: number;
  secondsOfRound: number;
  warmUpSeconds: number;
  /** The time in which an attack opens its connections, and in which they are closed after it. */
  betweenMs: number;
  /** The highest ratio of the p99 during an attack to that without it. */
  mostRatio: number;
}

interface Round {
  calls: Calls;
  /** The server's resident memory at the end of the round. */
  bytes: number;
}

export default defineBenchmark<Size>({
  whole: { rounds: 10, secondsOfRound: 5, warmUpSeconds: 5, betweenMs: 3000, mostRatio: 2 },
  short: {
    rounds: 1,
    secondsOfRound: 2,
    warmUpSeconds: 1,
    betweenMs: 1000,
    mostRatio: Number.POSITIVE_INFINITY,
  },
  measure,
});

async function measure(own: Own, size: Size): Promise<void> {
  const machine = describeMachine();
  const stage = await setStage(own);
  const { serverPort } = stage;
  const players = await makePlayers(playerCount);
  const target = await preparePool(stage, players);
  const server = await own(() => startKassa(stage, { rateLimitScale: 1 }), endProcess);
  const load = { perSecond: callsPerSecond, seconds: size.secondsOfRound };
  await callSteadily(target, players, { ...load, seconds: size.warmUpSeconds });
  const measureRound = async (): Promise<Round> => ({
    calls: await callSteadily(target, players, load),
    bytes: await readMemory(server.pid),
  });
  const attacks: Attack[] = [
    {
      title: `all scarce things of players at once, by ${accountCount} accounts`,
      start: await prepareAccounts(own, serverPort, target.method),
    },
    {
      title: 'unread pipelined GETs and idle connections of one address, without a proxy',
      start: await prepareAddress(own, serverPort),
    },
  ];
  for (const attack of attacks) {
    const compared = await compare(attack, size, measureRound, server.pid);
    report(machine, attack.title, size, compared);
  }
  target.agent.destroy();
}

interface Attack {
  title: string;
  start: () => Promise<ChildProcess>;
}

/** Measures rounds without and during an attack in turns. */
async function compare(
  { start }: Attack,
  { rounds, betweenMs }: Size,
  measureRound: () => Promise<Round>,
  pid: number | undefined,
): Promise<Comparison> {
  const beforeBytes = await readMemory(pid);
  const without: Round[] = [];
  const during: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await measureRound());
    const attacker = await start();
    await delay(betweenMs);
    during.push(await measureRound());
    if (attacker.exitCode !== null) throw new Error('The attackers ended by themselves.');
    await endProcess(attacker);
    await delay(betweenMs);
  }
  return { without, during, beforeBytes };
}

/** Adds a brand with a pool of its own accounts, and returns the target of the players. */
async function preparePool(stage: Stage, players: Player[]): Promise<Target> {
  const server = await startKassa(stage);
  try {
    const target = await buildPlayersTarget(stage.serverPort, players);
    await writePoolBrand(stage, target.method);
    await fillPool(stage, target.method);
    return target;
  } finally {
    await endProcess(server);
  }
}

/** The players' own address: the attacker has 127.0.0.1. */
async function buildPlayersTarget(port: number, [player]: Player[]): Promise<Target> {
  if (player === undefined) throw new Error('A benchmark needs a player.');
  const method = await findMethod(port, player);
  const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' });
  return { ...buildTarget(port, method), origin: `http://127.0.0.1:${port}`, agent };
}

async function readPage(port: number): Promise<string> {
  return (await fetch(`http://localhost:${port}/kassa/deposit`)).text();
}

/** Returns the page's path and those of its scripts. */
async function listPaths(port: number): Promise<string[]> {
  const page = await readPage(port);
  const scripts = [...page.matchAll(/\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
  if (scripts.length === 0) throw new Error('The page names no script.');
  return ['/kassa/deposit', ...scripts.map((file) => `/kassa/${file}`)];
}

/** Prepares the flood of an address. */
async function prepareAddress(own: Own, port: number): Promise<Attack['start']> {
  const paths = await listPaths(port);
  return () => startAttacker(own, scripts.address, port, { BENCH_PATHS: paths.join(' ') });
}

/** Returns the widget's build, whose screens the server draws. */
async function readBuild(port: number): Promise<string> {
  const [, build] = /"build":"([^"]+)"/.exec(await readPage(port)) ?? [];
  if (build === undefined) throw new Error('The page names no build.');
  return build;
}

/** Prepares the flood of accounts, the same ones in all rounds. */
async function prepareAccounts(own: Own, port: number, method: string): Promise<Attack['start']> {
  const half = accountCount / 2;
  const accounts = [await makePlayers(half), await makePlayers(half, poolBrand)];
  const settings = {
    BENCH_METHOD: method,
    BENCH_BUILD: await readBuild(port),
    BENCH_PLAYERS: JSON.stringify(accounts),
  };
  return () => startAttacker(own, scripts.accounts, port, settings);
}

function startAttacker(own: Own, script: URL, port: number, settings: Record<string, string>) {
  const env = { ...process.env, ...settings, BENCH_PORT: String(port) };
  return own(async () => fork(fileURLToPath(script), { env, execArgv: [] }), endProcess);
}

/** Returns the process's resident memory in bytes. */
async function readMemory(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

interface Comparison {
  without: Round[];
  during: Round[];
  /** The server's resident memory before the first round. */
  beforeBytes: number;
}

/** @throws if the attack slows players down too much, or a call fails. */
function report(
  machine: string,
  title: string,
  { rounds, secondsOfRound, mostRatio }: Size,
  { without, during, beforeBytes }: Comparison,
): void {
  const describe = (measured: Round[]) => {
    const times = measured.flatMap(({ calls }) => calls.times);
    return `deposit-create ${describeTimes(times)}; ${countFailed(measured)} of ${times.length} failed`;
  };
  const p99 = (round: Round | undefined) => percentile(round?.calls.times ?? [], 0.99);
  const ratios = during.map((round, index) => p99(round) / p99(without[index]));
  const [ratio, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
  const megabytes = (bytes: number[]) => (Math.max(...bytes) / 1e6).toFixed(0);
  const memory = [without, during].map((side) => megabytes(side.map(({ bytes }) => bytes)));
  console.log(`\nAttack: ${title}`);
  console.log(`  ${machine}`);
  console.log(`  ${callsPerSecond} deposits/s; ${rounds} rounds of ${secondsOfRound} s in turns`);
  console.log(`  without  ${describe(without)}`);
  console.log(`  during   ${describe(during)}`);
  console.log(
    `  resident memory ${megabytes([beforeBytes])} MB before, at most ${memory[0]} MB without, ${memory[1]} MB during`,
  );
  console.log(
    `  ratio    ${ratio.toFixed(2)} of the p99 without (${least.toFixed(2)} to ${most.toFixed(2)} over the rounds); at most ${mostRatio}`,
  );
  const failed = countFailed([...without, ...during]);
  if (failed > 0) throw new Error(`${failed} deposits failed.`);
  if (ratio > mostRatio) {
    throw new Error(`Under attack the p99 is ${ratio.toFixed(2)} times that without it.`);
  }
}

function countFailed(rounds: Round[]): number {
  return rounds.reduce((sum, { calls }) => sum + calls.failed, 0);
}
