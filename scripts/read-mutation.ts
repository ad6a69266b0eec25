/** A small change of the product that the tests have to notice. */
export interface Mutation {
  /** Of the patch in mutations/. */
  name: string;
  /** What it breaks, in a sentence. */
  breaks: string;
  /** Whose tests have to notice: Vitest's project, which is the package's folder. */
  project: string;
  /** What it changes. */
  files: readonly string[];
  /** The test file that has to notice, where none imports what is changed; else undefined. */
  noticedBy: string | undefined;
}

/**
 * Reads a patch of mutations/.
 * @throws Error where it doesn't say what it breaks, or changes more than one package.
 */
export function readMutation(name: string, patch: string): Mutation {
  const breaks = /^Breaks: (.+)$/m.exec(patch)?.[1];
  if (breaks === undefined) throw new Error(`${name} has no line "Breaks: <what>".`);
  const files = [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].flatMap(([, file]) => file ?? []);
  const projects = new Set(files.map((file) => /^packages\/([^/]+)\//.exec(file)?.[1]));
  const [project] = projects;
  if (project === undefined || projects.size > 1) {
    throw new Error(`${name} has to change the files of one package.`);
  }
  const noticedBy = /^Noticed by: (.+)$/m.exec(patch)?.[1];
  return { name, breaks, project, files, noticedBy };
}
