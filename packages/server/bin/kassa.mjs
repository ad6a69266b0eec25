#!/usr/bin/env node
// `kassa`: the command line.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('kassa', '../src/cli/main.ts');
