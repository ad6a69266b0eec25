/** A small fault in the product that tests must notice. */
export interface Mutation {
  /** The name of the patch in mutations/. */
  name: string;
  /** The fault in one sentence. */
  breaks: string;
  /** Vitest's project whose tests must fail: the package's folder. */
  project: string;
  /** The changed files. */
  files: readonly string[];
  /** The test file that must fail, if no test imports the changed files; else undefined. */
  noticedBy: string | undefined;
}

/**
 * Reads a patch of mutations/.
 * @throws Error if it has no description, or changes more than one package.
 */
export function readMutation(name: string, patch: string): Mutation {
  const breaks = /^Breaks: (.+)$/m.exec(patch)?.[1];
  if (breaks === undefined) throw new Error(`${name} has no line "Breaks: <what>".`);
  const files = [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].flatMap(([, file]) => file ?? []);
  const projects = new Set(files.map((file) => /^packages\/([^/]+)\//.exec(file)?.[1]));
  const [project] = projects;
  if (project === undefined || projects.size > 1) {
    throw new Error(`${name} must change files of exactly one package.`);
  }
  const noticedBy = /^Noticed by: (.+)$/m.exec(patch)?.[1];
  return { name, breaks, project, files, noticedBy };
}
