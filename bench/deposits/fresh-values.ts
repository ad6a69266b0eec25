import { randomInt, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

/** What differs from deposit to deposit: ids, times and the reference for people. */
const changing =
  /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)|KS-\w{4}-\w{4})/;

/** A recorded value, cut up once: its odd parts change with every deposit. */
export type Template = string[];

export function buildTemplate(value: string): Template {
  return value.split(changing);
}

/** The values of one replayed deposit: what is the same in the recording is the same here. */
export class FreshValues {
  readonly #byRecorded: Map<string, string>;
  readonly #laterMs: number;

  /** `known` holds what is not made anew: rows that were there before the recorded deposit. */
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

  /** Version 7 stays version 7: that an index grows at its end is part of what is measured. */
  #make(recorded: string): string {
    if (recorded.startsWith('KS-')) return `KS-${randomInt(36 ** 4)}-${randomInt(36 ** 4)}`;
    if (recorded.includes('T')) {
      return new Date(Date.parse(recorded) + this.#laterMs).toISOString();
    }
    return recorded[14] === '7' ? uuidv7() : randomUUID();
  }
}
