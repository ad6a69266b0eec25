import { statSync } from 'node:fs';
import path from 'node:path';
import { mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import config from '../vitest.config.ts';

/** The mutated files (scripts/play-mutations.ts). */
const mutated = (process.env.KASSA_MUTATED ?? '').split(path.delimiter);

/** Runs the tests closest to a mutated file first, and among them the smallest first. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => {
      const test = path.relative(process.cwd(), file.moduleId);
      const steps = Math.min(...mutated.map((source) => countSteps(source, test)));
      return { file, rank: steps * 1e9 + statSync(file.moduleId).size };
    });
    return ranked.sort((left, right) => left.rank - right.rank).map(({ file }) => file);
  }
}

/** Returns 0 for the file's own test, else the number of folders between. */
function countSteps(source: string, test: string): number {
  const [from, to] = [source, test].map((file) => path.dirname(file).split(path.sep));
  if (test.startsWith(`${source.slice(0, source.indexOf('.'))}.`)) return 0;
  const shared = (from ?? []).findIndex((folder, at) => folder !== to?.[at]);
  const common = shared < 0 ? (from?.length ?? 0) : shared;
  return 1 + (from?.length ?? 0) + (to?.length ?? 0) - 2 * common;
}

export default mergeConfig(config, {
  test: { cache: false, sequence: { sequencer: NearestFirst } },
});
