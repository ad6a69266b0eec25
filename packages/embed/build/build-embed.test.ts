// @vitest-environment node
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { widgetMessageTypes } from '../src/index.ts';
import { type BuiltEmbed, buildEmbed, scriptTag } from './build-embed.ts';

/** A host's project with only the built package and React's types. */
const project = mkdtempSync(path.join(os.tmpdir(), 'kassa-embed-'));
const folder = path.join(project, 'node_modules/@kassa/embed');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
let built: BuiltEmbed;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'old.js'), '');
  built = await buildEmbed(folder);
  for (const name of ['@types/react', 'csstype']) {
    const from = path.resolve(import.meta.dirname, '../../../node_modules', name);
    cpSync(from, path.join(project, 'node_modules', name), { recursive: true });
  }
}, 180_000);

afterAll(() => rmSync(project, { recursive: true }));

const hostFile = path.join(project, 'host.tsx');

/** Compiles a host's source. Files that an earlier program has read are reused. */
function compile(source: string, earlier?: ts.Program): ts.Program {
  writeFileSync(hostFile, source);
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: false,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  };
  return ts.createProgram([hostFile], options, undefined, earlier);
}

const messagesOf = (complaints: readonly ts.Diagnostic[]) =>
  complaints.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));

it('hashes the script like browsers do, and prints a tag to paste', () => {
  const hash = createHash('sha384').update(read('embed.iife.js')).digest('base64');
  expect(built.integrity).toBe(`sha384-${hash}`);
  expect(read('embed.iife.js.sri')).toBe(`sha384-${hash}\n`);
  expect(scriptTag('https://cdn.example/embed.iife.js', built.integrity)).toBe(
    `<script src="https://cdn.example/embed.iife.js" integrity="sha384-${hash}" crossorigin="anonymous"></script>`,
  );
});

it('builds a script with a global and an ES module with the same exports', async () => {
  const global = new Function(`${read('embed.iife.js')}; return Kassa;`)();
  expect(global.mountCashier).toBeTypeOf('function');
  const module = await import(/* @vite-ignore */ path.join(folder, 'embed.js'));
  expect(module.widgetMessageTypes).toEqual(widgetMessageTypes);
});

it('depends at run time only on React (for the wrapper), which uses the same module', () => {
  const imports = (name: string) =>
    [...read(name).matchAll(/from\s?"([^"]+)"/g)].map(([, from]) => from).sort();
  expect(imports('embed.js')).toEqual([]);
  expect(imports('react.js')).toEqual(['./embed.js', 'react', 'react/jsx-runtime']);
  expect(JSON.parse(read('package.json'))).not.toHaveProperty('dependencies');
});

it.each(['embed.js', 'embed.iife.js', 'react.js'])('keeps %s under 4 kB gzipped', (name) => {
  expect(gzipSync(read(name)).length).toBeLessThan(4000);
});

it('types a host’s code without the contract or a schema library', () => {
  const source = `
import { mountCashier, type CashierHandle, type WidgetEventPayload } from '@kassa/embed';
import { Cashier } from '@kassa/embed/react';

const cashier: CashierHandle = mountCashier(document.body, {
  url: 'https://pay.example.com/kassa/',
  token: 'token',
  transport: 'http',
  themeTokens: { accent: '#0a7' },
  refreshToken: async () => 'token',
  on: { onClose: () => cashier.destroy() },
});
cashier.on('onAnalyticsEvent', ({ event, currency }) => {
  const known: 'button' | 'error' = event === 'button' ? event : 'error';
  const maybe: string | undefined = currency;
  console.log(known, maybe);
});
cashier.updateTheme('dark', { radius: '4px' });
const status: WidgetEventPayload<'depositStatus'> = { depositId: 'd', status: 'processed' };
export const page = (
  <Cashier url="https://pay.example.com" token="t" onDepositStatus={({ depositId }) => console.log(depositId, status)} />
);
`;
  // The diagnostics include those of library files.
  const right = compile(source);
  expect(messagesOf(ts.getPreEmitDiagnostics(right))).toEqual([]);
  const wrong = compile(
    source.replace("'http'", "'pigeon'").replace('onDepositStatus', 'onDepositState'),
    right,
  );
  const file = wrong.getSourceFile(hostFile);
  const complaints = messagesOf(wrong.getSemanticDiagnostics(file)).join('\n');
  expect(complaints).toContain('"pigeon"');
  expect(complaints).toContain('onDepositState');
}, 180_000);

it('removes the files of an earlier build', () => {
  expect(readdirSync(folder)).not.toContain('old.js');
});
