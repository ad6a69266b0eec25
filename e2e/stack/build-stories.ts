// Builds the widget's stories for the browser tests, only if one of their sources changed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { digestSources } from '../../scripts/digest-sources.mjs';
import { stack } from './stack.ts';

const widget = path.join(stack.root, 'packages/widget');
const stampFile = path.join(widget, 'storybook-static', '.kassa-stamp');

const lock = await lockBuild();
const digest = digestSources(stack.root, [
  'package-lock.json',
  'packages/contract',
  'packages/test-kit',
  'packages/widget',
  'locales',
  'catalog/icons',
  'catalog/pictures',
]);

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== digest) {
  console.log('• Building the stories …');
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build-storybook'], {
    cwd: widget,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`${stdout}${stderr}\nBuilding the stories failed.`);
    process.exit(1);
  }
  writeFileSync(stampFile, digest);
}
lock.close();

/**
 * Waits until no other run builds: stories and journeys may start at the same time. The lock is a
 * port, which the end of a process always frees.
 */
async function lockBuild(): Promise<net.Server> {
  for (;;) {
    const server = net.createServer();
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen(stack.storiesLockPort, '127.0.0.1', () => resolve(null));
    });
    if (error === null) return server;
    if (error.code !== 'EADDRINUSE') throw error;
    await delay(200);
  }
}
