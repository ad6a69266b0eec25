import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { buildProgram } from './build-program.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const pages = globSync(['{README,CONTRIBUTING}.md', 'docs/*.md'], { cwd: root });

/** Every `kassa …` on a page: in a block of commands, or within a sentence. */
const documented = pages.flatMap((page) => {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/\\\n\s*/g, ' ');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => [...block.matchAll(/^(?:\S+=\S+ )*npx (kassa .*)$/gm)]);
  const inline = [...text.matchAll(/`(?:npx )?(kassa [a-z][^`]*)`/g)];
  return [...lines, ...inline].map(([, command = '']) => ({ page, command }));
});

const output = new PassThrough();
const program = buildProgram({
  environment: {},
  input: new PassThrough(),
  output,
  errors: output,
  isInteractive: false,
});

/** Finds a command by the words that lead to it, and returns what follows them. */
function find(words: string[]): { command: Command; rest: string[] } {
  let command = program;
  const rest = [...words];
  for (;;) {
    const next = command.commands.find((it) => it.name() === rest[0]);
    if (next === undefined) return { command, rest };
    command = next;
    rest.shift();
  }
}

describe('the commands of the documentation', () => {
  test('are found on the pages', () => {
    expect(documented.length).toBeGreaterThan(90);
  });

  test.each(documented)('$page: $command', ({ command: line }) => {
    // A comment follows the command, and a quoted text is one word.
    const text = line.replaceAll(/"[^"]*"/g, 'text').replace(/\s#.*$/, '');
    const [, ...words] = text.split(/\s+/);
    const { command, rest } = find(words);
    expect(
      command.commands.map((it) => it.name()),
      `no such command: ${rest[0]}`,
    ).toEqual([]);
    const known = ['--help', ...command.options.flatMap(({ short, long }) => [short, long])];
    for (const option of rest.filter((word) => /^--?[a-z]/.test(word))) {
      expect(known, line).toContain(option);
    }
  });
});
