import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const pages = globSync(
  ['{README,CONTRIBUTING}.md', '{docs,catalog,bench}/**/*.md', 'packages/*/{,*/}*.md'],
  { cwd: root, exclude: ['**/node_modules/**'] },
);

/** Every command of Node and npm on a page: in a block of commands, or within a sentence. */
const documented = pages.flatMap((page) => {
  const text = readFileSync(path.join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => [
    ...block.matchAll(/^(?:\S+=\S+ )*((?:node|npx|npm) .*)$/gm),
  ]);
  const inline = [...text.matchAll(/`((?:node|npx|npm) [^`]*)`/g)];
  return [...lines, ...inline].map(([, command = '']) => ({ page, command }));
});

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Node as newcomers have it on their PATH, which may be older than the one that runs the tests. */
const newcomersPath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules') && !folder.includes('.kassa'))
  .join(path.delimiter);

describe('the commands of the documentation', () => {
  test('are found on the pages', () => {
    expect(documented.length).toBeGreaterThan(120);
  });

  test.each(documented)('$page: $command runs under Node 20', ({ command }) => {
    const [program, first = '', second = ''] = command.split(/\s+/);
    if (program === 'npx') {
      // npx puts the Node of the packages first in PATH.
      expect(existsSync(path.join(root, 'node_modules/.bin', first))).toBe(true);
    } else if (program === 'npm') {
      const isOwn = first === 'run' || first === 'start' || first === 'test';
      if (isOwn) expect(Object.keys(scripts)).toContain(first === 'run' ? second : first);
    } else {
      // Node 20 runs no TypeScript; these programs find a Node that does.
      const isFile = !first.startsWith('-');
      if (isFile && first.includes('/')) expect(existsSync(path.join(root, first))).toBe(true);
      if (isFile) expect(path.extname(first)).toMatch(/^\.m?js$/);
    }
  });
});

describe("programs under the machine's own Node", () => {
  const run = (words: string[], environment: NodeJS.ProcessEnv = {}) =>
    spawnSync('node', words, {
      cwd: root,
      encoding: 'utf8',
      env: {
        NODE_COMPILE_CACHE: path.join(tmpdir(), 'kassa-compile-cache'),
        ...process.env,
        PATH: newcomersPath || process.env.PATH,
        ...environment,
      },
    });

  test('the command line runs', () => {
    const { stdout, stderr } = run(['packages/server/bin/kassa.mjs', '--help']);
    expect(stderr).toBe('');
    expect(stdout).toContain('Usage: kassa');
  });

  test('the server runs', () => {
    const { status, stderr } = run(['packages/server/bin/server.mjs'], { PORT: '6000' });
    expect(stderr).toMatch(/^Kassa can't start with these settings:\n {2}PORT must be a port/);
    expect(status).toBe(1);
  });
});
