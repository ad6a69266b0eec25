// `npm test`: runs all tests, and ends with their times and results.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeStages, type FileResult, readPlaywright, type Stage } from './test-results.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'kassa-tests-'));
const unitResults = path.join(folder, 'unit.json');
const reporter = path.join(import.meta.dirname, 'file-results-reporter.ts');
const browserResults = path.join(folder, 'browser.json');
const stages: Stage[] = [];
let running: ChildProcess | undefined;
let isStopped = false;

// Ctrl-C reaches the runners by itself. SIGTERM is forwarded, because they have databases to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
    if (signal === 'SIGTERM') running?.kill(signal);
  });
}

await runStage(
  'unit and integration',
  ['exec', '--', 'vitest', 'run', '--reporter=default', `--reporter=${reporter}`],
  { KASSA_FILE_RESULTS: unitResults },
  () => readJson<FileResult[]>(unitResults, []),
);
await runStage(
  'stories and journeys',
  ['run', 'test', '--workspace=e2e', '--', '--reporter=list,json'],
  { PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults },
  () => readPlaywright(readJson(browserResults, { suites: [], errors: [] }), 'e2e'),
);
rmSync(folder, { recursive: true });
if (process.env.CI) printPagesOfFailures();
const { lines, isOk } = describeStages(stages, { isCi: Boolean(process.env.CI) });
console.log(`\n${lines.join('\n')}`);
process.exitCode = isOk ? 0 : 1;

/** Runs npm with these arguments, and returns the results per file; nothing after a stop. */
async function runStage(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  readFiles: () => FileResult[],
): Promise<void> {
  if (isStopped) return;
  const start = performance.now();
  running = spawn('npm', args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  const [status] = await once(running, 'exit');
  const ms = performance.now() - start;
  stages.push({ name, ms, isOk: status === 0, files: readFiles() });
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
