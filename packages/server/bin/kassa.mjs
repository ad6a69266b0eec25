#!/usr/bin/env node
// `kassa`: runs the command line under a Node that runs TypeScript as it stands. Plain JavaScript,
// for Nodes that don't.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** As in scripts/setup.mjs. */
const oldestNode = [22, 18];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) {
  await import('../src/cli/main.ts');
} else {
  runUnderOurs();
}

/** Under the Node that `npm start` has brought for machines with an older one. */
function runUnderOurs() {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = path.join(root, 'node_modules', '.bin', name);
  if (!existsSync(node)) {
    console.error(
      `kassa needs Node ${oldestNode.join('.')} or newer, this is ${process.versions.node}. ` +
        'Run "npm start" once, which brings one, or install a newer Node.',
    );
    process.exit(2);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  // The terminal tells the child by itself; a polite kill is passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
