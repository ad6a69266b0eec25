import type * as z from 'zod/mini';
import type { Core } from '../core/core.ts';
import type { Tx } from '../ground/database/connect.ts';
import { parseRequest } from './parse-request.ts';
import type { Operator, Scope } from './scopes.ts';

/** What an act was about, and how that stood before and after. */
export interface Done<Response> {
  response: Response;
  /** Where the path names no subject, or not by its id. */
  subject?: { kind: string; id: string };
  /** What the log has for the request, where that shows only once it is done. */
  logged?: Record<string, unknown>;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** What the world is told once the act is committed: a push to the player, say. */
  afterCommit?: () => Promise<void> | void;
}

/** The transaction that an act shares with its row in the log, and what names the thing it makes. */
export interface ActContext {
  tx: Tx;
  operator: Operator;
  /** A new UUIDv7, for what the act makes. */
  resourceId: string;
}

interface Description {
  method: 'GET' | 'POST';
  /** Below `/operator/v1`; `{name}` stands for a field of the request. */
  path: `/${string}`;
  scope: Scope;
  /** One line for the API document and the command's help. */
  summary: string;
  /** What the path names: `{kind: 'deposit', field: 'depositId'}`. */
  subject?: { kind: string; field: string };
  /** The commands of `kassa` that call it; none where its command works on the database itself. */
  command: Command | readonly Command[];
  /** Whether the log of acts has it, though it changes nothing: what hands out a person's data. */
  isLogged?: boolean;
  /**
   * A field that is the body itself, as `text/csv`; the others stand in the query then. Only it may
   * be larger than the usual 64 KiB, and it is read for no one but keys with the scope.
   */
  file?: { field: string; maxBytes: number };
}

interface Reading<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>
  extends Description {
  request: Request;
  response: Response;
  /** What the log has of the request, where that must not keep all of it. */
  logged?: (request: z.infer<Request>) => Record<string, unknown>;
  read: (core: Core, operator: Operator, request: z.infer<Request>) => Promise<z.input<Response>>;
}

interface Acting<Request extends z.ZodMiniObject, Response extends z.ZodMiniType, Ground>
  extends Description {
  request: Request;
  response: Response;
  /** As of a reading; of a refused act too. */
  logged?: (request: z.infer<Request>) => Record<string, unknown>;
  /** What a repeat of the request is answered, where the first answer must not be kept. */
  withoutSecrets?: (response: z.input<Response>) => z.input<Response>;
  /** Long work that needs no transaction: it is done before one opens, also for a repeated request. */
  beforeTransaction?: (
    core: Core,
    operator: Operator,
    request: z.infer<Request>,
  ) => Promise<Ground>;
  act: (
    core: Core,
    context: ActContext,
    request: z.infer<Request>,
    ground: Ground,
  ) => Promise<Done<z.input<Response>>>;
}

interface Exporting<Request extends z.ZodMiniObject> extends Description {
  request: Request;
  /** The name that the file is saved under. */
  fileName: (request: z.infer<Request>) => string;
  rows: (core: Core, operator: Operator, request: z.infer<Request>) => AsyncIterable<string>;
}

type Act = (context: ActContext) => Promise<Done<unknown> & { kept: unknown }>;

/** A request that passed its schema, ready to be carried out; `logged` is what the log may have of it. */
export type Prepared = { request: Record<string, unknown>; logged: Record<string, unknown> } & (
  | { kind: 'reading'; read: (core: Core, operator: Operator) => Promise<unknown> }
  | {
      kind: 'act';
      /** Does what needs no transaction; what it gives is to be called in one. */
      begin: (core: Core, operator: Operator) => Promise<Act>;
    }
  | {
      kind: 'export';
      fileName: string;
      rows: (core: Core, operator: Operator) => AsyncIterable<string>;
    }
);

/** An endpoint of the operator API: routing, validation, documents and commands derive from it. */
export interface Endpoint extends Description {
  kind: Prepared['kind'];
  request: z.ZodMiniObject;
  /** Null where the answer is a CSV file. */
  response: z.ZodMiniType | null;
  /** @throws CallError request.invalid */
  prepare: (input: unknown) => Prepared;
}

/** Describes an endpoint that changes nothing. */
export function defineReading<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  endpoint: Reading<Request, Response>,
): Endpoint {
  const { read, logged, ...description } = endpoint;
  return {
    ...description,
    kind: 'reading',
    prepare: (input) => {
      const request = parseRequest(endpoint.request, input);
      return {
        kind: 'reading',
        request,
        logged: logged === undefined ? request : logged(request),
        read: async (core, operator) =>
          endpoint.response.parse(await read(core, operator, request)),
      };
    },
  };
}

/**
 * Describes an endpoint that does something. It needs an `Idempotency-Key`, runs in one transaction
 * with its row in the log of acts, and is carried out at most once per key.
 */
export function defineAct<
  Request extends z.ZodMiniObject,
  Response extends z.ZodMiniType,
  Ground = undefined,
>(endpoint: Acting<Request, Response, Ground>): Endpoint {
  const { act, logged, withoutSecrets, beforeTransaction, ...description } = endpoint;
  return {
    ...description,
    kind: 'act',
    prepare: (input) => {
      const request = parseRequest(endpoint.request, input);
      return {
        kind: 'act',
        request,
        logged: logged === undefined ? request : logged(request),
        begin: async (core, operator) => {
          const ground = (await beforeTransaction?.(core, operator, request)) as Ground;
          return async (context) => {
            const done = await act(core, context, request, ground);
            const kept =
              withoutSecrets === undefined ? done.response : withoutSecrets(done.response);
            return {
              ...done,
              response: endpoint.response.parse(done.response),
              kept: endpoint.response.parse(kept),
            };
          };
        },
      };
    },
  };
}

/** Describes an endpoint that answers with a CSV file of any length. */
export function defineExport<Request extends z.ZodMiniObject>(
  endpoint: Exporting<Request>,
): Endpoint {
  const { rows, fileName, ...description } = endpoint;
  return {
    ...description,
    kind: 'export',
    response: null,
    prepare: (input) => {
      const request = parseRequest(endpoint.request, input);
      return {
        kind: 'export',
        request,
        logged: request,
        fileName: fileName(request),
        rows: (core, operator) => rows(core, operator, request),
      };
    },
  };
}

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
