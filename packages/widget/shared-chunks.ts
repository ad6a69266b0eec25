import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url));
const contract = fileURLToPath(new URL('../contract/src/', import.meta.url));

/** Returns the modules of the sweepstake cashier's first screen. */
export function listPackageModules(): string[] {
  return [source('app/sweepstake-tree.ts'), source('flows/sweepstake/boxes.screen.tsx')];
}

/** The chunks that consist of all modules which some modules import, by name. */
const chunks: readonly { name: string; roots: readonly string[] }[] = [
  { name: 'first', roots: [source('main.ts')] },
  { name: 'form', roots: listFormModules() },
];

/** Returns the modules that a usual form needs beyond the first screen: each is loaded by the one before. */
export function listFormModules(): string[] {
  return [
    source('app/main.routes.ts'),
    ...['redirect/redirect', 'cash/cash', 'india/indian-deposit'].map((screen) =>
      source(`method-kinds/${screen}.screen.tsx`),
    ),
    ...readdirSync(source('fields'))
      .map((type) => source(`fields/${type}/field.ts`))
      .filter(existsSync),
  ];
}

/**
 * Names the chunk for all modules that the first screen imports, and that for those of a usual form.
 * By default the bundler would split them by what other screens share, into dozens of small chunks
 * that each compress on their own, and that queue up on a phone. The contract is left to the bundler:
 * it is imported through its index, and only the used parts are included.
 */
export function nameSharedChunk(): (id: string, graph: ModuleGraph) => string | null {
  let named: ReadonlyMap<string, string> | null = null;
  return (id, graph) => {
    named ??= nameModules(graph);
    return id.startsWith(contract) ? null : (named.get(id) ?? null);
  };
}

function nameModules(graph: ModuleGraph): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const { name, roots } of chunks) {
    for (const id of collectStatic(roots, graph)) if (!named.has(id)) named.set(id, name);
  }
  return named;
}

function collectStatic(roots: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set(roots);
  // The set grows while it is iterated.
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
