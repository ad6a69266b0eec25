// Creates a connector from the template: npm run connector:new -- acme-pay
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { copyConnectorTemplate, findNameFault } from './copy-connector-template.ts';

const root = path.resolve(import.meta.dirname, '..');
const [name = ''] = process.argv.slice(2);
const folder = path.join('packages/server/src/connectors', name);
const fault = findNameFault(name);

if (fault !== null) {
  fail(`${fault} For example: npm run connector:new -- acme-pay`);
} else if (existsSync(path.join(root, folder))) {
  fail(`${folder} exists already.`);
} else {
  copyConnectorTemplate(
    path.join(root, 'packages/server/connector-template'),
    path.join(root, folder),
    name,
  );
  const biome = path.join(root, 'node_modules/.bin/biome');
  spawnSync(biome, ['check', '--write', folder], { cwd: root, stdio: 'ignore' });
  console.log(`${folder} was created. Continue with docs/write-a-connector.md; its tests run with`);
  console.log(`npx vitest run --project server ${folder}/`);
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
