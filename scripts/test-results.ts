// The runners' results per file, and their summary at the end of `npm test`.
import { stripVTControlCharacters } from 'node:util';

/** The results of one test file. */
export interface FileResult {
  /** The file's path, relative to the root. */
  file: string;
  ms: number;
  passed: number;
  /** Failed tests, a file that didn't load, and errors outside of any test, with their errors. */
  failures: string[];
  /** The names of the skipped tests. */
  skipped: string[];
}

/** The tests of one command. */
export interface Stage {
  name: string;
  ms: number;
  isOk: boolean;
  files: FileResult[];
}

/** The used part of Playwright's own report. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

interface PlaywrightSuite {
  file: string;
  specs: {
    title: string;
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

/** Returns the files of a Playwright run in `folder`. */
export function readPlaywright(report: PlaywrightReport, folder: string): FileResult[] {
  const files = new Map<string, FileResult>();
  const add = (suite: PlaywrightSuite) => {
    const file = `${folder}/${suite.file}`;
    const result = files.get(file) ?? { file, ms: 0, passed: 0, failures: [], skipped: [] };
    files.set(file, result);
    for (const { title, tests } of suite.specs) {
      for (const { status, results } of tests) {
        result.ms += results.reduce((sum, { duration }) => sum + duration, 0);
        if (status === 'skipped') result.skipped.push(title);
        else if (status === 'expected') result.passed++;
        else result.failures.push(describeFailure(title, results.at(-1)?.error));
      }
    }
    suite.suites?.forEach(add);
  };
  report.suites.forEach(add);
  // An error outside of the tests, such as a server that didn't start, fails no test.
  const failures = report.errors.map((error) => describeFailure('outside of any test', error));
  if (failures.length > 0) files.set('', { file: folder, ms: 0, passed: 0, failures, skipped: [] });
  return [...files.values()];
}

/** Describes a failure in a line: the test's name, and the first line of its error. */
export function describeFailure(name: string, error: { message?: string } | undefined): string {
  const [first = ''] = stripVTControlCharacters(error?.message ?? '').split('\n');
  return first === '' ? name : `${name}: ${first.slice(0, 300)}`;
}

/**
 * Returns the lines at the end of all tests, and whether all passed. In CI a skipped test is a
 * failure, so that no test is lost unnoticed.
 * @param ms - the time of all stages, some of which run side by side
 */
export function describeStages(
  stages: readonly Stage[],
  { isCi, ms: together }: { isCi: boolean; ms: number },
): { lines: string[]; isOk: boolean } {
  const files = stages.flatMap((stage) => stage.files);
  const name = (key: 'skipped' | 'failures') =>
    files.flatMap((result) => result[key].map((test) => `${result.file}: ${test}`));
  const named = name('skipped');
  const failures = name('failures');
  const outside = named.filter((name) => needsOutside.test(name));
  const skipped = named.filter((name) => !needsOutside.test(name));
  const passed = sum(files.map((result) => result.passed));
  // A command that failed without a failed test counts as a failure.
  const failed = sum(stages.map((stage) => countFailures(stage))) + (isCi ? skipped.length : 0);
  const slowest = files.toSorted((left, right) => right.ms - left.ms).slice(0, 10);
  const lines = [
    'The slowest files:',
    ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`),
    '',
    ...stages.map(
      ({ name, ms, isOk }) => `${inMinutes(ms)}  ${name}${isOk ? '' : ', with failures'}`,
    ),
    `${inMinutes(together)}  together`,
    '',
  ];
  if (failures.length > 0) lines.push('Failed:', ...failures.map((line) => `  ${line}`), '');
  if (skipped.length > 0) {
    lines.push(isCi ? 'Skipped, which is a failure in CI:' : 'Skipped:');
    lines.push(...skipped.map((name) => `  ${name}`), '');
  }
  if (outside.length > 0) {
    lines.push('Skipped, since files beside the project are missing:');
    lines.push(...outside.map((name) => `  ${name}`), '');
  }
  lines.push(`${passed} passed, ${failed} failed`);
  return { lines, isOk: failed === 0 };
}

/** The name of a test of files that are no part of the project, and that a clone doesn't have. */
const needsOutside = /\(skipped: .* not beside the project\)/;

function countFailures({ isOk, files }: Stage): number {
  const failed = sum(files.map((result) => result.failures.length));
  return failed === 0 && !isOk ? 1 : failed;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function inMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`.padStart(10);
}
