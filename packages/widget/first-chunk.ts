import { fileURLToPath } from 'node:url';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const entry = fileURLToPath(new URL('./src/main.ts', import.meta.url));
const contract = fileURLToPath(new URL('../contract/src/', import.meta.url));

/**
 * Names the chunk for all modules that the first screen imports. By default the bundler would split
 * it by what later screens share, into a dozen small chunks that each compress on their own. The
 * contract is left to the bundler: it is imported through its index, and only the used parts are
 * included.
 */
export function nameFirstChunk(): (id: string, graph: ModuleGraph) => string | null {
  let first: ReadonlySet<string> | null = null;
  return (id, graph) => {
    first ??= collectStatic(entry, graph);
    return first.has(id) && !id.startsWith(contract) ? 'first' : null;
  };
}

function collectStatic(from: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([from]);
  // The set grows while it is iterated.
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
