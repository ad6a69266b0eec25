// The server, for services and for several processes on one machine.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript("Kassa's server", import.meta.url, () => import('../src/main.ts'));
