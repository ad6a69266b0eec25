/** The most problems that a refused file is answered with. */
export const mostProblems = 20;

/**
 * Why a statement file can't be read, for the operator: the place and the reason, never the
 * content, which is personal. Nothing of such a file is imported.
 */
export class StatementProblem extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems[0] ?? 'The file is unreadable.');
    this.name = 'StatementProblem';
    this.problems = problems.slice(0, mostProblems);
  }
}
