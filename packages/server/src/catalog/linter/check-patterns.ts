import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from '../read/read-catalog-file.ts';

/** For one pattern; what isn't known by then counts as unsafe. */
const timeoutMs = 10_000;

/**
 * Checks that no field's pattern can be made to run for ages by what a player types (ReDoS). A
 * server starts without it: the analyser is a tool for those who write the catalogue, and values have
 * a length cap besides.
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
  if (analyser === null) return 'could not be judged: "npm ci" installs the analyser for it';
  const diagnostics = await analyser.check(regex, 'u', { timeout: timeoutMs });
  switch (diagnostics.status) {
    case 'safe':
      return null;
    case 'vulnerable':
      return `can be made to run for ages (${diagnostics.complexity.summary})`;
    case 'unknown':
      return `could not be judged (${diagnostics.error.kind})`;
  }
}

/** It comes with the tools for tests, which a server in production goes without. */
async function loadAnalyser(): Promise<typeof import('recheck') | null> {
  try {
    return await import('recheck');
  } catch {
    return null;
  }
}
