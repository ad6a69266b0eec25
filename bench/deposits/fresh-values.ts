import { randomInt, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

/** The values that differ between deposits: ids, times and references. */
const changing =
  /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)|KS-\w{4}-\w{4})/;

/** A recorded value, split once: its parts at odd indexes differ between deposits. */
export type Template = string[];

export function buildTemplate(value: string): Template {
  return value.split(changing);
}

/** The values of one replayed deposit: values that are equal in the recording are equal here. */
export class FreshValues {
  readonly #byRecorded: Map<string, string>;
  readonly #laterMs: number;

  /** `known` holds values that aren't generated: rows that existed before the recorded deposit. */
  constructor(known: Iterable<[recorded: string, replayed: string]>, recordedAt: number) {
    this.#byRecorded = new Map(known);
    this.#laterMs = Date.now() - recordedAt;
  }

  fill(template: Template): string {
    return template.map((part, index) => (index % 2 === 0 ? part : this.get(part))).join('');
  }

  get(recorded: string): string {
    const known = this.#byRecorded.get(recorded);
    if (known !== undefined) return known;
    const made = this.#make(recorded);
    this.#byRecorded.set(recorded, made);
    return made;
  }

  /**
   * Keeps version 7 of a UUID, because an index that grows at its end is part of the measurement.
   */
  #make(recorded: string): string {
    if (recorded.startsWith('KS-')) return `KS-${randomInt(36 ** 4)}-${randomInt(36 ** 4)}`;
    if (recorded.includes('T')) {
      return new Date(Date.parse(recorded) + this.#laterMs).toISOString();
    }
    return recorded[14] === '7' ? uuidv7() : randomUUID();
  }
}
