import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = path.resolve(import.meta.dirname, '..');

/** Test files that take the better part of a minute and more, the longest first. */
export const longest = [
  'packages/server/src/property/remote-wallet.property.test.ts',
  'packages/server/src/property/ledger-wallet.property.test.ts',
  'packages/server/src/api/fuzz.test.ts',
  'packages/server/src/operator/isolation.test.ts',
  'packages/server/src/cli/cli.test.ts',
];

/** Begins with the longest files: one that began last would run alone while a core has nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.indexOf(path.relative(root, moduleId).replaceAll(path.sep, '/'));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right));
  }
}
