import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../define-endpoint.ts';

const folder = path.join(import.meta.dirname, '../endpoints');

/**
 * All endpoints by name. Each file in `endpoints/` exports one `endpoint`; a new endpoint needs
 * only a new file.
 */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  await Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .sort()
      .map(async (file): Promise<[string, Endpoint]> => {
        const { endpoint } = (await import(pathToFileURL(path.join(folder, file)).href)) as {
          endpoint: Endpoint;
        };
        return [path.basename(file, '.ts'), endpoint];
      }),
  ),
);
