import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileResult } from './test-results.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Vitest's reporter for `npm test`: writes each file's results to `KASSA_FILE_RESULTS`. */
export default class FileResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const output = process.env.KASSA_FILE_RESULTS;
    if (output === undefined) throw new Error('KASSA_FILE_RESULTS must name the file to write to.');
    const results = modules.map(readModule);
    if (errors.length > 0) {
      results.push({
        file: 'outside of any test',
        ms: 0,
        passed: 0,
        failed: errors.length,
        skipped: [],
      });
    }
    writeFileSync(output, JSON.stringify(results));
  }
}

function readModule(module: TestModule): FileResult {
  const time = module.diagnostic();
  const tests = [...module.children.allTests()];
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  return {
    file: path.relative(root, module.moduleId).replaceAll(path.sep, '/'),
    ms: time.environmentSetupDuration + time.setupDuration + time.collectDuration + time.duration,
    passed: count('passed'),
    failed: count('failed') || (module.ok() ? 0 : 1),
    skipped: tests
      .filter((test) => ['skipped', 'pending'].includes(test.result().state))
      .map((test) => test.fullName),
  };
}
