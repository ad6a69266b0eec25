/** How an endpoint is called from the command line: `kassa deposits confirm <depositId> --reason …`. */
export interface Command {
  /** The words after `kassa`. */
  words: string;
  /** Where the endpoint's own line doesn't fit. */
  summary?: string;
  /** Fields that are given without a name, in this order; the rest are options. */
  arguments?: readonly string[];
  /** Fields whose value the words already say: `methods off` says `{state: 'off'}`. */
  fixed?: Record<string, string>;
  /** A field whose value is a file's content; its option takes the file's name. */
  file?: string;
  /** A field that is asked for without echo, or read from standard input: it must not be in a history. */
  secret?: string;
  /** The columns of its table, where not every field of an item is worth one. */
  columns?: readonly string[];
}
