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
    ['no imperative', 'Added a limit'],
    ['no imperative', 'Adding a limit'],
    ['no imperative', 'Adds a limit'],
    ['no imperative', 'Docs: say what a limit is'],
    ['no imperative', 'A frame keeps its height'],
    ['no imperative', 'What is pressed stays'],
    ['no imperative', 'Widget tests wait for what comes'],
    ['no imperative', 'add a limit'],
    ['no imperative', 'fixup! Add a limit'],
    ['no imperative', ''],
    ['73 characters, 72 at most', `Keep ${'x'.repeat(68)}`],
    ['a second reason', 'Keep the limit; say what it is'],
    ['a full stop', 'Keep the limit.'],
    ['no blank line', 'Keep the limit\nIt was lost.'],
  ])('with "%s": %j', (problem, message) => {
    expect(checkCommitMessage(message)).toEqual([expect.stringContaining(problem)]);
  });

  it('says all that is wrong', () => {
    expect(checkCommitMessage('Added a limit; said so.\nIt was lost.')).toHaveLength(4);
  });
});
