import type { CatalogProblem } from '../catalog-schema.ts';

/** One line for a reader: `methods/in.json: methods.0.amount_rules.INR.max: must be more than zero`. */
export function describeProblem({ file, path, message }: CatalogProblem): string {
  return path === '' ? `${file}: ${message}` : `${file}: ${path}: ${message}`;
}
