// Decides how many tests run on real nodes of blockchains: all, or one for each family of chains.
// `vitest.shared.ts` leaves the files `*.nodes.test.ts` out then.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** So many commits count as new where none is ahead of `origin/main`, as in a fresh clone. */
const newCommits = 30;

/** Code of chains, and of the tests on real nodes. */
const chainCode =
  /^packages\/(contract|sandbox|server)\/.*(chain|hot-wallet|coin-units|coin-methods|money\/addresses|payout-desk|regtest|keystore|\.nodes\.test)/;

/** Tests that need no node. */
const otherTest = /\/(?!real-)[^/]*(?<!\.nodes)\.test\.ts$/;

/** A line of the lock file about a package that reads chains, signs for them, or is a node. */
const chainPackage =
  /^[+-].*["/](viem|bcoin|leveldown|@(foundry-rs|noble|openzeppelin|scure)\/[^"/]+)["/]/m;

/**
 * Returns why all tests on real nodes run; an empty text if one for each family of chains is
 * enough, because no code of chains is new. New are the changes of the work tree and of the commits
 * ahead of `origin/main`, or else of the last 30 commits.
 */
export function findReasonForAllNodes(environment = process.env, folder = root): string {
  if (environment.KASSA_LONG) return 'KASSA_LONG is set';
  const git = (...args: string[]) => runGit(folder, args);
  const ahead = Number(git('rev-list', '--count', 'origin/main..HEAD') ?? 0);
  const [base, since] =
    ahead > 0
      ? [git('merge-base', 'origin/main', 'HEAD'), 'since origin/main']
      : [
          git('rev-parse', '--verify', '--quiet', `HEAD~${newCommits}^{commit}`),
          `in the last ${newCommits} commits`,
        ];
  const changed = base && git('diff', '--name-only', '--no-renames', base);
  const unknown = git('ls-files', '--others', '--exclude-standard');
  const lockFile = base && git('diff', '--unified=0', base, '--', 'package-lock.json');
  if (changed === undefined || unknown === undefined || lockFile === undefined) {
    return 'git knows no earlier commit to compare with';
  }
  const file = `${changed}\n${unknown}`
    .split('\n')
    .find((name) => chainCode.test(name) && !otherTest.test(name));
  if (file !== undefined) return `${file} has changed ${since}`;
  const [, name] = chainPackage.exec(lockFile) ?? [];
  return name === undefined ? '' : `package ${name} has changed ${since}`;
}

/** Prints, before a run of Vitest, how many tests run on real nodes and why. */
export default function announceNodes(): void {
  const reason = process.env.KASSA_NODES;
  console.log(
    reason
      ? `All tests on real nodes run: ${reason}.`
      : 'On real nodes one test for each family of chains runs: no code of chains is new.',
  );
}

/** Returns git's output; undefined if git fails or is missing. */
function runGit(cwd: string, args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
