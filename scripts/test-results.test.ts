import { expect, it } from 'vitest';
import {
  describeStages,
  type FileResult,
  type PlaywrightReport,
  readPlaywright,
} from './test-results.ts';

const fileResult = (file: string, rest: Partial<FileResult> = {}): FileResult => ({
  file,
  ms: 1000,
  passed: 1,
  failures: [],
  skipped: [],
  ...rest,
});
const stage = (files: FileResult[], isOk = true) => ({ name: 'units', ms: 61_000, isOk, files });
const lastLine = (lines: string[]) => lines.at(-1);

it('ends with the ten slowest files, the time of each stage and the totals', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    fileResult(`file-${index}.test.ts`, { ms: 1000 * (index + 1) }),
  );
  const { lines, isOk } = describeStages([stage(many), stage([fileResult('journey.test.ts')])], {
    isCi: false,
    ms: 100_000,
  });
  expect(isOk).toBe(true);
  expect(lines[1]).toBe('    12.0 s  file-11.test.ts');
  expect(lines[10]).toBe('     3.0 s  file-2.test.ts');
  expect(lines[11]).toBe('');
  expect(lines).toContain('      1:01  units');
  expect(lines).toContain('      1:40  together');
  expect(lastLine(lines)).toBe('13 passed, 0 failed');
});

it('counts the failures of every stage, and a stage that failed without a failed test', () => {
  const broken = [
    stage([fileResult('a', { failures: ['adds: expected 1', 'loads'] })], false),
    stage([fileResult('b')], false),
  ];
  const { lines, isOk } = describeStages(broken, { isCi: false, ms: 1000 });
  expect(isOk).toBe(false);
  expect(lines.slice(-5, -2)).toEqual(['Failed:', '  a: adds: expected 1', '  a: loads']);
  expect(lastLine(lines)).toBe('2 passed, 3 failed');
});

it.each([
  [true, '1 passed, 1 failed'],
  [false, '1 passed, 0 failed'],
])('names skipped tests, which are failures in CI only: %s', (isCi, last) => {
  const { lines, isOk } = describeStages([stage([fileResult('a', { skipped: ['needs Redis'] })])], {
    isCi,
    ms: 1000,
  });
  expect(isOk).toBe(!isCi);
  expect(lines).toContain('  a: needs Redis');
  expect(lastLine(lines)).toBe(last);
});

it('lets tests of files that are beside the project be skipped in CI too', () => {
  const name =
    'the schemas (skipped: the published schemas are not beside the project) > are valid';
  const { lines, isOk } = describeStages([stage([fileResult('a', { skipped: [name] })])], {
    isCi: true,
    ms: 1000,
  });
  expect(isOk).toBe(true);
  expect(lines).toContain(`  a: ${name}`);
});

it("reads Playwright's files through nested suites, and its errors outside of tests", () => {
  const spec = (status: string, duration: number, error?: { message: string }) => ({
    title: status,
    tests: [{ status, results: [{ duration, ...(error && { error }) }] }],
  });
  const error = { message: '\u001b[31mexpected 1\u001b[39m\n  at a line' };
  const report: PlaywrightReport = {
    errors: [{ message: 'no server' }],
    suites: [
      {
        file: 'journeys/pay.test.ts',
        specs: [spec('expected', 100)],
        suites: [
          {
            file: 'journeys/pay.test.ts',
            specs: [spec('unexpected', 20, error), spec('flaky', 3), spec('skipped', 0)],
          },
        ],
      },
    ],
  };
  const failures = ['unexpected: expected 1', 'flaky'];
  const outside = ['outside of any test: no server'];
  expect(readPlaywright(report, 'e2e')).toEqual([
    { file: 'e2e/journeys/pay.test.ts', ms: 123, passed: 1, failures, skipped: ['skipped'] },
    { file: 'e2e', ms: 0, passed: 0, failures: outside, skipped: [] },
  ]);
});
