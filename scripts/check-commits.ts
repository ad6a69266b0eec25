// Checks the messages of the commits ahead of `origin/main`, except for merges.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { checkCommitMessage } from './commit-rules.ts';

const root = path.resolve(import.meta.dirname, '..');
const base = 'origin/main';

const known = git('rev-parse', '--verify', '--quiet', `${base}^{commit}`);
// Sources without their history, or a clone with another remote name, have nothing to compare with.
const commits = known === undefined ? [] : readCommits();
const wrong = commits.flatMap(({ hash, message }) => {
  const problems = checkCommitMessage(message);
  const [subject] = message.split('\n');
  return problems.length === 0 ? [] : `${hash} "${subject}": ${problems.join('; ')}.`;
});
for (const line of wrong) console.error(line);
if (wrong.length > 0) {
  console.error(
    '\nCONTRIBUTING.md describes the message format; "git rebase -i origin/main" rewords messages.',
  );
  process.exitCode = 1;
} else {
  console.log(
    known === undefined
      ? `There is no ${base}: no commits were checked.`
      : `${commits.length} commits ahead of ${base} have valid messages.`,
  );
}

function readCommits(): { hash: string; message: string }[] {
  const log = git('log', '-z', '--no-merges', '--format=%h %B', `${base}..HEAD`);
  if (log === undefined) throw new Error(`git could not list the commits ahead of ${base}.`);
  return log
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const space = entry.indexOf(' ');
      return { hash: entry.slice(0, space), message: entry.slice(space + 1).trimEnd() };
    });
}

/** Returns git's output; undefined if git fails or is missing. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}
