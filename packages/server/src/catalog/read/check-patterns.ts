import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** Per pattern; a pattern that isn't analysed by then counts as unsafe. */
const timeoutMs = 10_000;

/**
 * Checks that no input can make a field's pattern run very long (ReDoS). A server doesn't check
 * this at start: the analyser is a tool for authors of catalogues, and values are limited in length
 * besides.
 */
export async function checkPatterns(
  methods: readonly Placed<CatalogMethod>[],
): Promise<CatalogProblem[]> {
  const faults = new Map<string, string | null>();
  const problems: CatalogProblem[] = [];
  for (const { placed, path, regex } of listPatterns(methods)) {
    const fault = faults.has(regex) ? faults.get(regex) : await findPatternFault(regex);
    faults.set(regex, fault ?? null);
    if (fault != null) problems.push(problemAt(placed, path, fault));
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
  const analyser = await loadAnalyser();
  if (analyser === null) return 'could not be analysed: "npm ci" installs the analyser';
  const diagnostics = await analyser.check(regex, 'u', { timeout: timeoutMs });
  switch (diagnostics.status) {
    case 'safe':
      return null;
    case 'vulnerable':
      return `can be made to run very long (${diagnostics.complexity.summary})`;
    case 'unknown':
      return `could not be analysed (${diagnostics.error.kind})`;
  }
}

/** The analyser is a development dependency, which a production server lacks. */
async function loadAnalyser(): Promise<typeof import('recheck') | null> {
  try {
    return await import('recheck');
  } catch {
    return null;
  }
}
