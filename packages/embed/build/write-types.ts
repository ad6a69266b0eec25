import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');
const sources = path.join(root, 'src');
const contract = '@kassa/contract';

/**
 * Writes the declarations of the public modules into `folder`. The contract's types are inferred
 * from its schemas; they are written out in full, so that a host needs neither contract nor schema
 * library.
 * @throws if the sources have errors, or a declaration can't be written.
 */
export function writeTypes(folder: string): void {
  const program = createProgram();
  const used = new Set<string>();
  const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
  mkdirSync(folder, { recursive: true });
  const { diagnostics, emitSkipped } = program.emit(undefined, (file, text, _, __, from) => {
    // The program also contains the contract's own files.
    if (!from?.every(({ fileName }) => path.dirname(fileName) === sources)) return;
    for (const name of contractNames(text)) used.add(name);
    write(path.basename(file), withBuiltPaths(text));
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (emitSkipped || problems.length > 0) {
    const host = {
      ...ts.sys,
      getNewLine: () => '\n',
      getCanonicalFileName: (name: string) => name,
    };
    throw new Error(ts.formatDiagnostics(problems, { ...host, getCurrentDirectory: () => root }));
  }
  write('contract.d.ts', spellOut(program, [...used].sort()));
}

function createProgram(): ts.Program {
  const file = path.join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const entries = ['index.ts', 'react.tsx'].map((name) => path.join(sources, name));
  return ts.createProgram(entries, {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
  });
}

/** Returns the names that a declaration imports from the contract. */
function contractNames(declaration: string): string[] {
  const imports = declaration.matchAll(
    new RegExp(`import type \\{([^}]*)\\} from '${contract}'`, 'g'),
  );
  return [...imports].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}

function withBuiltPaths(declaration: string): string {
  return declaration
    .replaceAll(`'${contract}'`, "'./contract.js'")
    .replaceAll(/(from '\.\/[\w-]+)\.tsx?'/g, "$1.js'");
}

/** Writes types out in full, as the compiler resolves them. */
function spellOut(program: ts.Program, names: readonly string[]): string {
  const checker = program.getTypeChecker();
  const entry = program
    .getSourceFiles()
    .find(({ fileName }) => /contract\/src\/index\.ts$/.test(fileName));
  const symbol = entry && checker.getSymbolAtLocation(entry);
  if (symbol === undefined) throw new Error(`The program does not contain ${contract}`);
  const exported = new Map(checker.getExportsOfModule(symbol).map((found) => [found.name, found]));
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  const lines = names.map((name) => {
    const alias = exported.get(name);
    if (alias === undefined) throw new Error(`${contract} exports no ${name}`);
    const target = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
    const text = checker.typeToString(checker.getDeclaredTypeOfSymbol(target), undefined, flags);
    return `export type ${name} = ${text};\n`;
  });
  return lines.join('');
}
