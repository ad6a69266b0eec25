import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readMutation } from './read-mutation.ts';

const folder = path.resolve(import.meta.dirname, '../mutations');

const patch = `Breaks: A card's number stays in the log.

diff --git a/packages/server/src/api/log-masks.ts b/packages/server/src/api/log-masks.ts
--- a/packages/server/src/api/log-masks.ts
+++ b/packages/server/src/api/log-masks.ts
@@ -1 +1 @@
-const mask = true;
+const mask = false;
`;

test('reads what a patch breaks, and the package whose tests must fail', () => {
  expect(readMutation('10-mask.patch', patch)).toEqual({
    name: '10-mask.patch',
    breaks: "A card's number stays in the log.",
    project: 'server',
    files: ['packages/server/src/api/log-masks.ts'],
    noticedBy: undefined,
  });
});

test('reads the test file to run if no test imports the changed file', () => {
  const styles = patch.replace('\n\n', '\nNoticed by: packages/widget/src/ui/styles.test.ts\n\n');
  expect(readMutation('13-rtl.patch', styles).noticedBy).toBe(
    'packages/widget/src/ui/styles.test.ts',
  );
});

test.each([
  ['has no description', patch.replace('Breaks: ', '')],
  ['changes two packages', `${patch}--- a/packages/widget/a.ts\n+++ b/packages/widget/a.ts\n`],
  ['changes no package', patch.replaceAll('packages/server', 'server')],
])('rejects a patch that %s', (_, text) => {
  expect(() => readMutation('10-mask.patch', text)).toThrow('10-mask.patch');
});

test('every patch is read, and applies to the current code', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.patch'));
  const stale = names.filter((name) => {
    readMutation(name, readFileSync(path.join(folder, name), 'utf8'));
    const options = { cwd: path.dirname(folder) };
    return spawnSync('git', ['apply', '--check', path.join(folder, name)], options).status !== 0;
  });
  expect(stale).toEqual([]);
});
