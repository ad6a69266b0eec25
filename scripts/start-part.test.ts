import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startPart } from './start-part.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kassa-part-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function start(name: string, program: string) {
  writeFileSync(path.join(folder, `${name}.mjs`), program);
  const args = [`${name}.mjs`];
  return startPart({ name, args, cwd: folder, environment: process.env, logFolder: folder });
}

test('a part is ready when it says so', async () => {
  const part = start(
    'ready',
    `console.log('up'); process.send('ready'); setInterval(() => {}, 1e6)`,
  );
  expect(await part.becomesReady(60_000)).toBe(true);
  expect(readFileSync(path.join(folder, 'ready.log'), 'utf8')).toBe('up\n');
  part.process.kill('SIGTERM');
  expect(await part.ended).toBe('The ready stopped (SIGTERM).\n');
});

test("another program's response on the same port does not count", async () => {
  const other = createServer((_, response) => response.end('{"status":"ready"}'));
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const part = start(
    'late',
    `import { createServer } from 'node:http';
     createServer().listen(${port}, '127.0.0.1', () => process.send('ready'));`,
  );
  expect(await part.becomesReady(60_000)).toBe(false);
  expect(await part.ended).toMatch(/^The late stopped \(1\)\.\n.*EADDRINUSE/s);
});
