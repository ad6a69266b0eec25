import { fileURLToPath } from 'node:url';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const entry = fileURLToPath(new URL('./src/main.ts', import.meta.url));
const contract = fileURLToPath(new URL('../contract/src/', import.meta.url));

/**
 * Names the chunk of all that the first screen imports. Left alone the bundler would part it by which
 * later screens share what, into a dozen small chunks that each compress on their own. The contract
 * is left to it: all of it is imported through its index, and only what is used comes along.
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
  // A set is walked over as it grows.
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
