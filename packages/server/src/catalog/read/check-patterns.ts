import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** Per pattern; a pattern that isn't analysed by then counts as unsafe. */
const timeoutMs = 10_000;

/** What the analyser found in a pattern; null if it is safe. */
const knownFaults = new Map<string, string | null>();

/**
 * Checks that no input can make a field's pattern run very long (ReDoS). A pattern is analysed only
 * once in a process.
 */
export async function checkPatterns(
  methods: readonly Placed<CatalogMethod>[],
): Promise<CatalogProblem[]> {
  const problems: CatalogProblem[] = [];
  for (const { placed, path, regex } of listPatterns(methods)) {
    const fault = await findPatternFault(regex);
    if (fault !== null) problems.push(problemAt(placed, path, fault));
  }
  return problems;
}

function listPatterns(methods: readonly Placed<CatalogMethod>[]) {
  return methods.flatMap((placed) =>
    (placed.entry.fields ?? []).flatMap(({ validations = [] }, field) =>
      validations.map(({ regex }, rule) => ({
        placed,
        path: `fields.${field}.validations.${rule}.regex`,
        regex,
      })),
    ),
  );
}

async function findPatternFault(regex: string): Promise<string | null> {
  const known = knownFaults.get(regex);
  if (known !== undefined) return known;
  // Few servers have patterns to analyse.
  const analyser = await import('recheck');
  const diagnostics = await analyser.check(regex, 'u', { timeout: timeoutMs });
  if (diagnostics.status === 'unknown') {
    return `could not be analysed (${diagnostics.error.kind})`;
  }
  const isSafe = diagnostics.status === 'safe';
  const fault = isSafe ? null : `can be made to run very long (${diagnostics.complexity.summary})`;
  knownFaults.set(regex, fault);
  return fault;
}
