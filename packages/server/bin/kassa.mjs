#!/usr/bin/env node
// `kassa`: the command line.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('kassa', import.meta.url, () => import('../src/cli/main.ts'));
