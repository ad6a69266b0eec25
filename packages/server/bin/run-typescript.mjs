// Runs the TypeScript of this package. Plain JavaScript, for Nodes that don't run TypeScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** As in scripts/setup.mjs. */
const oldestNode = [22, 18];

/**
 * Runs a program of this package: in this process if its Node runs TypeScript, else the launcher
 * once more, under the Node that `npm start` has brought for machines with an older one.
 */
export async function runTypeScript(name, launcherUrl, load) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) {
    await load();
  } else {
    runUnderOurs(name, fileURLToPath(launcherUrl));
  }
}

function runUnderOurs(name, launcher) {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = path.join(root, 'node_modules', '.bin', executable);
  if (!existsSync(node)) {
    console.error(
      `${name} needs Node ${oldestNode.join('.')} or newer, this is ${process.versions.node}. ` +
        'Run "npm start" once, which brings one, or install a newer Node.',
    );
    process.exit(2);
  }
  const child = spawn(node, [launcher, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal tells the child by itself; other signals are passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
