/** The most problems that a refused file is answered with. */
export const mostProblems = 20;

/**
 * Why a bank's file can't be read, for the operator: the place and the reason, never the content,
 * which is personal. Nothing of such a file is imported.
 */
export class FileProblem extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems[0] ?? 'The file is unreadable.');
    this.name = 'FileProblem';
    this.problems = problems.slice(0, mostProblems);
  }
}
