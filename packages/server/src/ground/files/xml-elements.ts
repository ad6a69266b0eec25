import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FileProblem } from './file-problem.ts';

/** An element by its local name. */
export interface XmlElement {
  name: string;
  /** The namespace. */
  uri: string;
  /** The line of its start tag. */
  line: number;
  attributes: Record<string, string>;
  /** The text between its tags; empty if it has elements. */
  text: string;
  children: XmlElement[];
}

/** An element whose end tag hasn't come. */
interface Open {
  element: XmlElement;
  /** The names from the root to it. */
  path: string;
  /** How many elements it has so far, with itself. */
  size: number;
}

/** Deeper than any message of ISO 20022. */
const deepest = 40;

/** More elements than a part of any message has. */
const mostKept = 20_000;

/** The characters that are parsed between two turns of the event loop. */
const charactersPerTurn = 32 * 1024;

/**
 * Parses XML, and gives each element at one of the paths to `use`, in the order of their ends. Such a
 * part is not kept in its parent, so that a long file takes little memory, and the work on one of
 * them is bounded. Elements of other namespaces than the root's are skipped.
 * @returns the root, with what is no part
 * @throws FileProblem if the file is cut or malformed, has a DOCTYPE (its entities could fill
 * the memory), is nested too deeply, or has too many elements outside of parts or in one of them
 */
export async function parseXml(
  text: string,
  paths: readonly string[] = [],
  use: (part: XmlElement, path: string) => void | Promise<void> = () => {},
): Promise<XmlElement> {
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  let ended: { part: XmlElement; path: string }[] = [];
  let root: XmlElement | null = null;
  const fail = (reason: string) => new FileProblem([`line ${parser.line}: ${reason}`]);
  parser.on('error', () => {
    // The parser's message quotes the file.
    throw fail('the file is cut or is no well-formed XML');
  });
  parser.on('doctype', () => {
    throw fail('the file has a DOCTYPE, which no such file needs');
  });
  parser.on('opentag', (tag) => {
    if (open.length >= deepest) throw fail('the file is nested too deeply');
    const element = toElement(tag, parser.line);
    const parent = open.at(-1);
    if (parent === undefined) root = element;
    const path = parent === undefined ? element.name : `${parent.path}/${element.name}`;
    open.push({ element, path, size: 1 });
  });
  const addText = (part: string) => {
    const element = open.at(-1)?.element;
    if (element !== undefined && element.children.length === 0) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const ending = open.pop();
    const parent = open.at(-1);
    if (ending === undefined || parent === undefined || ending.element.uri !== root?.uri) return;
    const { element, path, size } = ending;
    parent.element.text = '';
    if (paths.includes(path)) ended.push({ part: element, path });
    else {
      parent.element.children.push(element);
      parent.size += size;
      if (parent.size > mostKept) throw fail('the file has too many elements in one place');
    }
  });
  for (let start = 0; start < text.length; start += charactersPerTurn) {
    parser.write(text.slice(start, start + charactersPerTurn));
    for (const { part, path } of ended) await use(part, path);
    ended = [];
    await nextTurn();
  }
  parser.close();
  if (root === null) throw fail('the file has no element');
  return root;
}

function toElement({ local, uri, attributes }: SaxesTagNS, line: number): XmlElement {
  const values = Object.values(attributes).map(({ local: name, value }) => [name, value]);
  return { name: local, uri, line, attributes: Object.fromEntries(values), text: '', children: [] };
}

/** Finds the elements at a path of names below an element. */
export function findAll(element: XmlElement, path: string): XmlElement[] {
  let found = [element];
  for (const name of path.split('/')) {
    // Most paths end here: a part lacks most of what it may have.
    if (found.length === 0) return found;
    found = found.flatMap(({ children }) => children.filter((it) => it.name === name));
  }
  return found;
}

/** Finds the first element at one of the paths, in the order of the paths. */
export function find(element: XmlElement, ...paths: string[]): XmlElement | undefined {
  for (const path of paths) {
    const [first] = findAll(element, path);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Returns the text of the first element at one of the paths; null if it has none. */
export function textAt(element: XmlElement, ...paths: string[]): string | null {
  return find(element, ...paths)?.text.trim() || null;
}
