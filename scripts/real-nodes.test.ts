import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findReasonForAllNodes } from './real-nodes.ts';

let folder: string;

function git(args: string[], input = ''): void {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const { status, stderr } = spawnSync('git', [...author, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: path.join(folder, 'none'), GIT_CONFIG_NOSYSTEM: '1' },
  });
  if (status !== 0) throw new Error(stderr);
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

function commit(...files: string[]): void {
  for (const file of files) write(file, 'changed');
  git(['add', '.']);
  git(['commit', '--quiet', '--allow-empty', '--message=Change files']);
}

const chainFile = 'packages/server/src/connectors/onchain/utxo/core-source.ts';
const otherFile = 'packages/server/src/money/ledger/transfer.ts';

/** The dependencies in a lock file: a package that reads chains, and another one. */
const lockFile = (viem: string, react: string) => `"react": "${react}",\n"viem": "${viem}",\n`;

/** A commit of these files for `git fast-import`. */
const describeCommit = (files: Record<string, string>) =>
  [
    'commit refs/heads/main',
    'committer Ada <ada@example.org> 0 +0000',
    ...describeData('Change files'),
    ...Object.entries(files).flatMap(([name, text]) => [
      `M 100644 inline ${name}`,
      ...describeData(text),
    ]),
  ].join('\n');

const describeData = (text: string) => [`data ${text.length}`, text];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kassa-nodes-'));
  git(['init', '--quiet', '--initial-branch=main']);
  const files = {
    [chainFile]: 'first',
    [otherFile]: 'first',
    'package-lock.json': lockFile('1', '1'),
  };
  const commits = Array.from({ length: 32 }, (_, index) => (index === 0 ? files : {}));
  git(['fast-import', '--quiet'], `${commits.map(describeCommit).join('\n')}\n`);
  git(['tag', 'start']);
  git(['update-ref', 'refs/remotes/origin/main', 'start']);
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  git(['reset', '--quiet', '--hard', 'start']);
  git(['clean', '--quiet', '--force', '-d']);
  git(['update-ref', 'refs/remotes/origin/main', 'start']);
});

const find = (environment: NodeJS.ProcessEnv = {}) => findReasonForAllNodes(environment, folder);

test('one test for each family is enough if no code of chains is new', () => {
  expect(find()).toBe('');
  commit(otherFile);
  write('packages/server/src/money/ledger/other.ts', '');
  write('packages/server/src/money/chains/rewind.test.ts', '');
  write('package-lock.json', lockFile('1', '2'));
  expect(find()).toBe('');
});

test.each<[reason: string, change: () => void]>([
  [`${chainFile} has changed since origin/main`, () => commit(chainFile)],
  [
    `${chainFile} has changed in the last 30 commits`,
    () => {
      commit(chainFile);
      git(['update-ref', 'refs/remotes/origin/main', 'HEAD']);
    },
  ],
  [
    `${chainFile} has changed in the last 30 commits`,
    () => {
      commit(chainFile);
      git(['update-ref', '-d', 'refs/remotes/origin/main']);
    },
  ],
  [`${chainFile} has changed in the last 30 commits`, () => write(chainFile, 'changed')],
  [
    `${chainFile} has changed in the last 30 commits`,
    () => git(['mv', chainFile, 'packages/server/src/moved.ts']),
  ],
  ...['sandbox/src/chains/new.ts', 'server/src/money/chains/real-litecoin.test.ts'].map(
    (name): [string, () => void] => [
      `packages/${name} has changed in the last 30 commits`,
      () => write(`packages/${name}`, ''),
    ],
  ),
  [
    'package viem has changed in the last 30 commits',
    () => write('package-lock.json', lockFile('2', '1')),
  ],
  [
    'git knows no earlier commit to compare with',
    () => git(['reset', '--quiet', '--hard', 'start~5']),
  ],
])('all run: %s', (reason, change) => {
  change();
  expect(find()).toBe(reason);
});

test('all run in a long run, and without git', () => {
  expect(find({ KASSA_LONG: '1' })).toBe('KASSA_LONG is set');
  expect(findReasonForAllNodes({}, tmpdir())).toBe('git knows no earlier commit to compare with');
});
