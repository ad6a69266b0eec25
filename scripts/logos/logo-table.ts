import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Word } from './draw-word.ts';

/** The catalogue's folder. */
export const catalogFolder = path.join(import.meta.dirname, '../../catalog');

/** Where marks come from, and by which licence they may be copied. */
export interface Source {
  name: string;
  /** The version that the marks were taken from. */
  version?: string;
  licence: 'CC0-1.0' | 'MIT';
}

/** A logo that is a word of this project's own drawing. */
export type WordRow = Word & { id: string; source?: undefined };

/** A logo that is a mark of a free set, or a drawing of this project (`kassa`, without a file). */
export interface MarkRow {
  id: string;
  title: string;
  source: string;
  /** The mark's file within its source. */
  file?: string;
  /** The tile's colour. */
  color?: string;
  /** The one colour of the mark. Without it the mark keeps its own colours. */
  ink?: string;
  /** The part of the file that is the mark: left, top, width, height. */
  crop?: readonly number[];
}

/** `catalog/logos.json`: how each logo is made. */
export interface LogoTable {
  sources: Readonly<Record<string, Source>>;
  logos: readonly (WordRow | MarkRow)[];
}

/** Reads the table of all logos. */
export function readLogoTable(): LogoTable {
  return JSON.parse(readFileSync(path.join(catalogFolder, 'logos.json'), 'utf8')) as LogoTable;
}

/** Whether a logo is a word of this project's own drawing. */
export function isWord(row: WordRow | MarkRow): row is WordRow {
  return 'word' in row;
}
