// `npm test`: runs all tests, and ends with their times and results.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeStages, type FileResult, readPlaywright, type Stage } from './test-results.ts';

const root = path.resolve(import.meta.dirname, '..');
/** All temporary files of the run. */
const folder = makeFolder();
const processResults = path.join(folder, 'processes.json');
const unitResults = path.join(folder, 'unit.json');
const reporter = path.join(import.meta.dirname, 'file-results-reporter.ts');
/** Servers start in two thirds of the time where an earlier one has left its compiled modules. */
const shared = { TMPDIR: folder, NODE_COMPILE_CACHE: path.join(folder, 'compiled') };
const stages: Stage[] = [];
const running = new Set<ChildProcess>();
let isStopped = false;

// Ctrl-C reaches the runners by itself. SIGTERM is forwarded, because they have databases to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
    if (signal === 'SIGTERM') for (const child of running) child.kill(signal);
  });
}

const startedAt = performance.now();
await runStage('unit and integration', ...vitest('!processes', unitResults));
// Journeys, and servers that are killed and restarted, leave cores free at times, and so does the end of
// the journeys. The stories have been built for those by then.
const killed = runStage('processes that are killed', ...vitest('processes', processResults));
await Promise.all([
  killed.then(() => runStage('stories', ...playwright('stories'))),
  runStage('journeys', ...playwright('journeys')),
]);
// A process that ends late may still write there.
rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
if (process.env.CI) printPagesOfFailures();
const { lines, isOk } = describeStages(stages, {
  isCi: Boolean(process.env.CI),
  ms: performance.now() - startedAt,
});
console.log(`\n${lines.join('\n')}`);
process.exitCode = isOk ? 0 : 1;

/**
 * Makes the folder for the run's temporary files, databases among them: in memory where that has
 * room for all of them, because writing files is a fifth of the server tests' work. Removes the
 * folders of runs that were killed.
 */
function makeFolder(): string {
  const inMemory = '/dev/shm';
  const parent = hasRoom(inMemory) ? inMemory : os.tmpdir();
  for (const name of readdirSync(parent)) {
    const owner = /^kassa-tests-(?<pid>\d+)-/.exec(name)?.groups?.pid;
    if (owner === undefined || isAlive(Number(owner))) continue;
    rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  return mkdtempSync(path.join(parent, `kassa-tests-${process.pid}-`));
}

/** Returns whether a folder in memory can take a run, which needs less than 4 GB. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 6 * 1024 ** 3 && process.availableMemory() > 10 * 1024 ** 3;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The arguments of npm, the variables, and how the results are read. */
type Runner = [args: string[], env: NodeJS.ProcessEnv, readFiles: () => FileResult[]];

/** Returns a stage of Vitest: the tests of a project, or (`!`) all others. */
function vitest(project: string, results: string): Runner {
  return [
    // Vitest's own report, and the one for the end.
    [
      'exec',
      '--',
      'vitest',
      'run',
      `--project=${project}`,
      '--reporter=default',
      `--reporter=${reporter}`,
    ],
    { KASSA_FILE_RESULTS: results },
    () => readJson<FileResult[]>(results, []),
  ];
}

/** Returns a stage of Playwright: one of the scripts of `e2e`. */
function playwright(script: string): Runner {
  const results = path.join(folder, `${script}.json`);
  return [
    ['run', script, '--workspace=e2e', '--', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: results },
    () => readPlaywright(readJson(results, { suites: [], errors: [] }), 'e2e'),
  ];
}

/** Runs npm with these arguments, and keeps the results per file; nothing after a stop. */
async function runStage(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  readFiles: () => FileResult[],
): Promise<void> {
  if (isStopped) return;
  const start = performance.now();
  const isOk = await run('npm', args, env);
  stages.push({ name, ms: performance.now() - start, isOk, files: readFiles() });
}

/** Runs a command; returns whether it succeeded. Nothing runs after a stop. */
async function run(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  if (isStopped) return false;
  const child = spawn(file, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...shared, ...env },
    shell: process.platform === 'win32' && file === 'npm',
  });
  running.add(child);
  const [status] = await once(child, 'exit');
  running.delete(child);
  return status === 0;
}

/** Prints the last content of failed journeys' pages: in CI nobody can open their files. */
function printPagesOfFailures(): void {
  for (const file of globSync('e2e/test-results/**/error-context.md', { cwd: root })) {
    console.log(`\n${file}\n${readFileSync(path.join(root, file), 'utf8')}`);
  }
}

/** Reads a runner's report; returns the other value if the runner didn't finish. */
function readJson<Value>(file: string, otherwise: Value): Value {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise;
}
