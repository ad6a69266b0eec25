// `npm run test:long`: the tests that are too long for every commit. Runs part after part, even if
// one fails, or the parts whose names contain a given word: `npm run test:long -- kills fuzz`.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const seed = process.env.KASSA_SEED ?? String(randomInt(1_000_000_000));
// With CI set, a part with missing programs fails; without CI it would pass without testing
// anything.
const environment = { ...process.env, CI: 'true', KASSA_LONG: '1', KASSA_SEED: seed };

interface Part {
  name: string;
  /** The commands' folder, relative to the root. */
  folder?: string;
  /** The commands run one after another until one fails. */
  commands: string[][];
}

const vitest = (...args: string[]) => ['npm', 'exec', '--', 'vitest', 'run', ...args];

const parts: Part[] = [
  {
    name: '4,000 histories and 1,000 attacks',
    commands: [vitest('--project', 'property', '--project', 'server', 'property.test')],
  },
  { name: '200 kills', commands: [vitest('--project', 'processes', 'src/crash.test.ts')] },
  {
    name: 'servers and databases that die under load',
    commands: [vitest('--project', 'processes', 'src/cluster', 'src/database-faults')],
  },
  {
    name: 'the whole fuzz',
    commands: [
      vitest('--project', 'server', 'src/api/fuzz.test.ts', 'statement-fuzz', 'pain002-fuzz'),
    ],
  },
  {
    name: 'real nodes of blockchains',
    commands: [
      vitest('--project', 'server', '--project', 'sandbox', 'nodes.test.ts', 'chains/real-'),
    ],
  },
  {
    name: 'every story with axe, and every screen in every language on a narrow phone',
    commands: [['npm', 'run', 'stories', '--workspace=e2e']],
  },
  {
    name: '200 loads during a rolling restart, and the first list in every language',
    folder: 'e2e',
    commands: [
      [process.execPath, 'stack/build-stories.ts'],
      [
        'npm',
        'exec',
        '--',
        'playwright',
        'test',
        '--project=journeys',
        'journeys/releases.test.ts',
        'journeys/first-list.test.ts',
      ],
    ],
  },
  {
    name: 'every method in every country',
    folder: 'e2e',
    commands: [
      [process.execPath, 'stack/build-stories.ts'],
      [
        'npm',
        'exec',
        '--',
        'playwright',
        'test',
        '--project=journeys',
        'journeys/shipped-methods.test.ts',
      ],
    ],
  },
  {
    name: 'every benchmark, in short',
    commands: [[process.execPath, 'bench/run.ts', '--short']],
  },
  { name: 'one of each, added', commands: [[process.execPath, 'scripts/add-one-of-each.ts']] },
  { name: 'the mutations', commands: [[process.execPath, 'scripts/play-mutations.ts']] },
];

let running: ChildProcess | undefined;
let isStopped = false;
// Ctrl-C reaches the runners by itself. SIGTERM is forwarded, because they have databases to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
    if (signal === 'SIGTERM') running?.kill(signal);
  });
}

console.log(`KASSA_SEED=${seed} npm run test:long repeats this run.`);
const words = process.argv.slice(2);
const chosen = parts.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
if (chosen.length === 0) throw new Error(`No part's name contains ${words.join(' or ')}.`);
const startedAt = performance.now();
const lines: string[] = [];
for (const part of chosen) {
  if (isStopped) break;
  console.log(`\n• ${part.name} …`);
  const partStartedAt = performance.now();
  const isOk = await runPart(part);
  if (!isOk) process.exitCode = 1;
  lines.push(`${minutesSince(partStartedAt)}  ${part.name}${isOk ? '' : ', with failures'}`);
}
if (isStopped) process.exitCode = 1;
console.log(`\n${[...lines, `${minutesSince(startedAt)}  together`].join('\n')}`);
console.log(`KASSA_SEED=${seed}`);

async function runPart({ folder = '.', commands }: Part): Promise<boolean> {
  for (const [file = '', ...args] of commands) {
    running = spawn(file, args, {
      cwd: path.join(root, folder),
      stdio: 'inherit',
      env: environment,
      shell: process.platform === 'win32' && file === 'npm',
    });
    const [status] = await once(running, 'exit');
    if (status !== 0) return false;
  }
  return true;
}

function minutesSince(start: number): string {
  const seconds = Math.round((performance.now() - start) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`.padStart(8);
}
