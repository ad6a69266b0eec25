// Builds the widget's stories for the browser tests, only if one of their sources changed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestSources } from '../../scripts/digest-sources.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const widget = path.join(root, 'packages/widget');
const stampFile = path.join(widget, 'storybook-static', '.kassa-stamp');

const digest = digestSources(root, [
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
