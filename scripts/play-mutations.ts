// Applies every mutation of mutations/ in turn to a copy of the checkout, or those whose names
// contain a given word: `npm run test:mutations -- [word …]`. For each, the unit and integration
// tests of the mutated package run, the closest first, until one fails. Exits with 1 if no test
// fails for some mutation.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyCheckout } from './copy-checkout.ts';
import { type Mutation, readMutation } from './read-mutation.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The random tests are as short as for a commit, with a fixed seed. */
const quickSuite = { KASSA_LONG: undefined, KASSA_SEED: process.env.KASSA_SEED ?? '1' };

/** The first test that failed with a mutation. */
interface Catch {
  file: string;
  test: string;
}

/** The used part of Vitest's JSON report. */
interface Report {
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const words = process.argv.slice(2);
const mutations = readdirSync(path.join(root, 'mutations'))
  .filter(
    (name) =>
      name.endsWith('.patch') && (words.length === 0 || words.some((word) => name.includes(word))),
  )
  .sort()
  .map((name) => readMutation(name, readFileSync(path.join(root, 'mutations', name), 'utf8')));
if (mutations.length === 0) throw new Error(`No mutation's name contains ${words.join(' or ')}.`);

const scratch = mkdtempSync(path.join(tmpdir(), 'kassa-mutations-'));
try {
  copyCheckout(root, scratch);
  process.exitCode = play() ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true });
}

function play(): boolean {
  const survivors: string[] = [];
  const catching = new Map<string, Set<string>>();
  for (const mutation of mutations) {
    apply(mutation);
    const began = performance.now();
    const caught = findCatch(mutation);
    const seconds = Math.round((performance.now() - began) / 1000);
    apply(mutation, '--reverse');
    if (caught === null) {
      survivors.push(`${mutation.name}: ${mutation.breaks}`);
      console.log(`SURVIVED  ${mutation.name}  ${seconds} s`);
      continue;
    }
    const files = catching.get(mutation.project) ?? new Set();
    catching.set(mutation.project, files.add(caught.file));
    console.log(`caught    ${mutation.name}  ${seconds} s  ${caught.file}: ${caught.test}`);
  }
  for (const survivor of survivors) console.error(`No test fails for ${survivor}`);
  return areGreen(catching) && survivors.length === 0;
}

/** Whether the catching tests pass without a mutation; a test that fails anyway shows nothing. */
function areGreen(catching: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  let allPass = true;
  for (const [project, files] of catching) {
    const { status, report } = runTests(project, ['run', ...files]);
    if (status === 0) continue;
    allPass = false;
    const failed = findFailure(report);
    console.error(
      `Without a mutation the tests of ${project} fail: ${failed?.file} ${failed?.test}`,
    );
  }
  return allPass;
}

/**
 * Returns the first failing test, or null if all pass.
 * @throws if a test is flaky or a file can't be loaded: that says nothing about the mutation.
 */
function findCatch({ name, project, files, noticedBy }: Mutation): Catch | null {
  const tests = noticedBy === undefined ? ['related', ...files, '--run'] : ['run', noticedBy];
  const near = files.join(path.delimiter);
  const { status, report, output } = runTests(project, [...tests, '--bail=1'], near);
  const caught = findFailure(report);
  if (caught === null && status !== 0) {
    throw new Error(`${output}\n\nThe tests of ${name} failed before a test ran.`);
  }
  if (caught !== null && findFailure(runTests(project, ['run', caught.file]).report) === null) {
    throw new Error(`${caught.file} is flaky, with ${name} too: ${caught.test}`);
  }
  return caught;
}

function findFailure({ testResults }: Report): Catch | null {
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return { file: path.relative(scratch, name), test: failed.fullName };
  }
  return null;
}

function runTests(project: string, args: readonly string[], near = '') {
  const outputFile = path.join(scratch, 'report.json');
  rmSync(outputFile, { force: true });
  const options = [
    `--project=${project}*`,
    '--config=scripts/nearest-first.config.ts',
    '--passWithNoTests',
    '--reporter=json',
    `--outputFile=${outputFile}`,
  ];
  const vitest = path.join(scratch, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, ...args, ...options], {
    cwd: scratch,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...quickSuite, KASSA_MUTATED: near },
  });
  const report: Report = existsSync(outputFile)
    ? JSON.parse(readFileSync(outputFile, 'utf8'))
    : { testResults: [] };
  return { status, report, output: `${stdout}${stderr}` };
}

function apply({ name }: Mutation, ...options: string[]): void {
  const patch = path.join(root, 'mutations', name);
  const { status, stderr } = spawnSync('git', ['apply', ...options, patch], {
    cwd: scratch,
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`${name} no longer applies: rewrite it for the current code.\n${stderr}`);
  }
}
