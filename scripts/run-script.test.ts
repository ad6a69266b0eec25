import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const runner = path.join(import.meta.dirname, 'run-script.mjs');

/** Ends only after a SIGTERM, like a start with work to finish. */
const program = `
import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => {
  writeFileSync('ended', 'in order');
  process.exit(0);
});
setInterval(() => {}, 1e6);
writeFileSync('started', String(process.pid));
`;

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGKILL'] as const)(
  'a script ends in order after a %s to npm, which leaves its shell and its children',
  async (signal) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kassa-npm-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const at = (name: string) => path.join(folder, name);
    writeFileSync(at('package.json'), '{ "scripts": { "start": "node run.mjs; exit $?" } }');
    writeFileSync(
      at('run.mjs'),
      `import { runScript } from ${JSON.stringify(runner)};
       runScript(process.execPath, ['program.mjs'], ${JSON.stringify(folder)});`,
    );
    writeFileSync(at('program.mjs'), program);
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
    const ended = once(npm, 'exit');
    await expect.poll(() => existsSync(at('started'))).toBe(true);
    npm.kill(signal);
    await ended;
    // A file exists before it has its text.
    const readEnd = () => (existsSync(at('ended')) ? readFileSync(at('ended'), 'utf8') : null);
    await expect.poll(readEnd).toBe('in order');
  },
);
