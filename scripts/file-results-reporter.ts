import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { describeFailure, type FileResult } from './test-results.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Vitest's reporter for `npm test`: writes each file's results to `KASSA_FILE_RESULTS`. */
export default class FileResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message?: string }[]): void {
    const output = process.env.KASSA_FILE_RESULTS;
    if (output === undefined) throw new Error('KASSA_FILE_RESULTS must name the file to write to.');
    const results = modules.map(readModule);
    if (errors.length > 0) {
      results.push({
        file: 'outside of any test',
        ms: 0,
        passed: 0,
        failures: errors.map((error) => describeFailure('an error', error)),
        skipped: [],
      });
    }
    writeFileSync(output, JSON.stringify(results));
  }
}

function readModule(module: TestModule): FileResult {
  const time = module.diagnostic();
  const tests = [...module.children.allTests()];
  const failures = tests.flatMap((test) => {
    const { state, errors } = test.result();
    return state === 'failed' ? [describeFailure(test.fullName, errors?.[0])] : [];
  });
  const suites = [...module.children.allSuites()];
  for (const error of [module, ...suites].flatMap((suite) => suite.errors())) {
    failures.push(describeFailure('outside of its tests', error));
  }
  return {
    file: path.relative(root, module.moduleId).replaceAll(path.sep, '/'),
    ms: time.environmentSetupDuration + time.setupDuration + time.collectDuration + time.duration,
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures: failures.length > 0 || module.ok() ? failures : ['outside of its tests'],
    skipped: tests
      .filter((test) => ['skipped', 'pending'].includes(test.result().state))
      .map((test) => test.fullName),
  };
}
