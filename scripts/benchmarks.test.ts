import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../bench');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

describe.each(globSync('**/*.bench.ts', { cwd: folder }))('%s', (file) => {
  test('is where it is run, with a short form', () => {
    expect(path.dirname(file)).toBe('.');
    // The type requires both sizes.
    expect(read(file)).toMatch(/^export default defineBenchmark</m);
  });

  test('is described', () => {
    expect(read('README.md')).toContain(`(\`${file}\`)`);
  });
});

test.each([
  ['option', '--shrot'],
  ['benchmark', 'deposit'],
])('an unknown %s is refused', (_, word) => {
  const run = path.join(folder, 'run.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [run, word], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(word);
});
