import { describe, expect, it } from 'vitest';
import { checkCommitMessage } from './commit-rules.ts';

describe('takes', () => {
  it.each([
    'Keep currency symbols in their own order within Arabic text',
    'Bring the packages of the tests',
    'Pass the seed on',
    'Focus the field that was refused',
    'Re-read the token',
    'Embed the frame',
    "Don't ask twice",
    'Set the limit: a player may ask twice',
    'Add tests\n\nA body may hold long lines; and what it likes, in as many sentences as it takes to say why.',
    `Keep ${'x'.repeat(67)}`,
  ])('%j', (message) => {
    expect(checkCommitMessage(message)).toEqual([]);
  });
});

describe('refuses', () => {
  it.each([
    ['not start with an imperative', 'Added a limit'],
    ['not start with an imperative', 'Adding a limit'],
    ['not start with an imperative', 'Adds a limit'],
    ['not start with an imperative', 'Docs: say what a limit is'],
    ['not start with an imperative', 'A frame keeps its height'],
    ['not start with an imperative', 'What is pressed stays'],
    ['not start with an imperative', 'Widget tests wait for what comes'],
    ['not start with an imperative', 'add a limit'],
    ['not start with an imperative', 'fixup! Add a limit'],
    ['not start with an imperative', ''],
    ['73 characters, 72 at most', `Keep ${'x'.repeat(68)}`],
    ['a second reason', 'Keep the limit; say what it is'],
    ['a full stop', 'Keep the limit.'],
    ['no blank line', 'Keep the limit\nIt was lost.'],
  ])('with "%s": %j', (problem, message) => {
    expect(checkCommitMessage(message)).toEqual([expect.stringContaining(problem)]);
  });

  it('reports every problem', () => {
    expect(checkCommitMessage('Added a limit; said so.\nIt was lost.')).toHaveLength(4);
  });
});
