// `npm test`: runs all tests, and ends with their times and results.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeStages, type FileResult, readPlaywright, type Stage } from './test-results.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'kassa-tests-'));
const processResults = path.join(folder, 'processes.json');
const unitResults = path.join(folder, 'unit.json');
const reporter = path.join(import.meta.dirname, 'file-results-reporter.ts');
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
// The servers that are killed and restarted leave a core free most of the time.
await Promise.all([
  runStage('processes that are killed', ...vitest('processes', processResults)),
  runBrowsers(),
]);
rmSync(folder, { recursive: true });
if (process.env.CI) printPagesOfFailures();
const { lines, isOk } = describeStages(stages, {
  isCi: Boolean(process.env.CI),
  ms: performance.now() - startedAt,
});
console.log(`\n${lines.join('\n')}`);
process.exitCode = isOk ? 0 : 1;

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
function playwright(script: string, ...options: string[]): Runner {
  const results = path.join(folder, `${script}.json`);
  return [
    ['run', script, '--workspace=e2e', '--', '--reporter=list,json', ...options],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: results },
    () => readPlaywright(readJson(results, { suites: [], errors: [] }), 'e2e'),
  ];
}

async function runBrowsers(): Promise<void> {
  await runStage('stories', ...playwright('stories', '--workers=1'));
  await runStage('journeys', ...playwright('journeys'));
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
    env: { ...process.env, ...env },
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
