// `npm run check`: every check that doesn't run Kassa. The types use one core, the other checks the
// second one; the output of each is printed in one piece at its end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(import.meta.dirname, '..');
/** Scripts of package.json: the scripts of a row run one after another, the rows in parallel. */
const rows = [
  ['types'],
  ['lint', 'boundaries', 'dead-code', 'catalog:check', 'locales:check', 'commits:check'],
];
const failed: string[] = [];

await Promise.all(
  rows.map(async (row) => {
    for (const script of row) await runScript(script);
  }),
);
if (failed.length > 0) {
  console.error(`\nThe check failed: ${failed.map((script) => `npm run ${script}`).join(', ')}`);
  process.exitCode = 1;
}

async function runScript(script: string): Promise<void> {
  const start = performance.now();
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`\n${status === 0 ? '✓' : '✗'} ${script} (${seconds} s)`);
  process.stdout.write(output + errors);
  if (status !== 0) failed.push(script);
}
