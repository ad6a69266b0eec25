import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Creates a temporary folder that other users can traverse, because PostgreSQL never runs as root.
 */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kassa-bench-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Removes a folder with its content. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
