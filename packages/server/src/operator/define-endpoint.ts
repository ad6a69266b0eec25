import type { Money } from '@kassa/contract';
import type * as z from 'zod/mini';
import type { Core } from '../core/core.ts';
import type { Tx } from '../ground/database/connect.ts';
import type { Pot } from '../money/policy/moved-alone.ts';
import { parseRequest } from './parse-request.ts';
import type { Operator, Scope } from './scopes.ts';

/** The result of an act: its response, its subject, and the state before and after. */
export interface Done<Response> {
  response: Response;
  /** The subject, if the path names none or not by its id. */
  subject?: { kind: string; id: string };
  /** The request for the log, if it is known only after the act. */
  logged?: Record<string, unknown>;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Runs after the commit: a push to the player, for example. */
  afterCommit?: () => Promise<void> | void;
  /**
   * Runs after the commit and returns the response in the place of `response`. If it throws, that
   * is the answer, and the idempotency key is free again. Until it has returned, a repeated request
   * runs the act and this again, perhaps beside the first: both must allow that.
   */
  answer?: () => Promise<Response>;
}

/** The transaction that an act shares with its row in the log, and the id for a new row. */
export interface ActContext {
  tx: Tx;
  operator: Operator;
  /** A new UUIDv7 for the row that the act creates. */
  resourceId: string;
}

/** The money that an act moves, and its subject. */
export interface MovedMoney {
  /** The subject by Kassa's own id. */
  subject: { kind: string; id: string };
  /** The money in each currency in which the act states it. */
  amounts: readonly Money[];
  /** The acts of 24 hours with which it counts, and its id among them; left out: it counts by itself. */
  together?: { pot: Pot; subjectId: string };
}

interface Description {
  method: 'GET' | 'POST';
  /** The path below `/operator/v1`; `{name}` stands for a field of the request. */
  path: `/${string}`;
  /** The scope that a key needs; null: any key may call it. */
  scope: Scope | null;
  /** One line for the API document and the command's help. */
  summary: string;
  /** The subject that the path names: `{kind: 'deposit', field: 'depositId'}`. */
  subject?: { kind: string; field: string };
  /**
   * The `kassa` commands that call the endpoint; empty if its command works on the database itself.
   */
  command: Command | readonly Command[];
  /**
   * Whether the log of acts records a call that changes nothing, since it returns personal data.
   */
  isLogged?: boolean;
  /**
   * A field that is the body itself, as `text/csv`; the other fields are in the query. Only this
   * body may be larger than the usual 64 KiB. It is read only for keys with the scope. A body that
   * may be in any encoding is binary: `application/octet-stream`, and the field has it in base64.
   */
  file?: { field: string; maxBytes: number; isBinary?: boolean };
}

interface Reading<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>
  extends Description {
  request: Request;
  response: Response;
  /** The request for the log, if the log must not contain all of it. */
  logged?: (request: z.infer<Request>) => Record<string, unknown>;
  read: (core: Core, operator: Operator, request: z.infer<Request>) => Promise<z.input<Response>>;
}

interface Acting<Request extends z.ZodMiniObject, Response extends z.ZodMiniType, Preparation>
  extends Description {
  request: Request;
  response: Response;
  /** The request for the log, if the log must not contain all of it; for rejected acts, too. */
  logged?: (request: z.infer<Request>) => Record<string, unknown>;
  /** The response to a repeat of the request, if the first response must not be stored. */
  withoutSecrets?: (response: z.input<Response>) => z.input<Response>;
  /**
   * Long work without a transaction; it runs before the transaction, also for a repeated request.
   */
  beforeTransaction?: (
    core: Core,
    operator: Operator,
    request: z.infer<Request>,
  ) => Promise<Preparation>;
  /**
   * The money of the request, or null if it moves none. Above the brand's threshold the act is only
   * proposed, and a second key approves it. Such an act has no `beforeTransaction`, since it runs
   * in the transaction of its approval.
   * @throws CallError, OperatorError if the subject doesn't exist
   */
  money?: (tx: Tx, operator: Operator, request: z.infer<Request>) => Promise<MovedMoney | null>;
  act: (
    core: Core,
    context: ActContext,
    request: z.infer<Request>,
    preparation: Preparation,
  ) => Promise<Done<z.input<Response>>>;
}

/** The types of file that an endpoint responds with. A browser never shows an octet stream. */
type ExportType = 'text/csv' | 'application/octet-stream';

/** A file for the download. */
export interface ExportedFile {
  fileName: string;
  content: AsyncIterable<string> | Buffer;
}

interface Exporting<Request extends z.ZodMiniObject> extends Description {
  request: Request;
  exportType: ExportType;
  /** @throws OperatorError, CallError if there is no such file */
  open: (
    core: Core,
    operator: Operator,
    request: z.infer<Request>,
  ) => ExportedFile | Promise<ExportedFile>;
}

type Act = (context: ActContext) => Promise<Done<unknown> & { kept: unknown }>;

/**
 * A request that passed its schema, ready to run; `logged` is the part that the log may contain.
 */
export type Prepared = { request: Record<string, unknown>; logged: Record<string, unknown> } & (
  | { kind: 'reading'; read: (core: Core, operator: Operator) => Promise<unknown> }
  | {
      kind: 'act';
      /** The money that the act moves; null if none. */
      findMoney: (tx: Tx, operator: Operator) => Promise<MovedMoney | null>;
      /** Does what needs no transaction; what it gives is to be called in one. */
      begin: (core: Core, operator: Operator) => Promise<Act>;
    }
  | {
      kind: 'export';
      open: (core: Core, operator: Operator) => ExportedFile | Promise<ExportedFile>;
    }
);

/** An endpoint of the operator API. Routing, validation, documents and commands derive from it. */
export interface Endpoint extends Description {
  kind: Prepared['kind'];
  request: z.ZodMiniObject;
  /** Null if the response is a file. */
  response: z.ZodMiniType | null;
  /** The type of that file. */
  exportType?: ExportType;
  /** Whether the brand's threshold applies, so that the act may only be proposed. */
  movesMoney: boolean;
  /** @throws CallError request.invalid */
  prepare: (input: unknown) => Prepared;
}

/** Defines an endpoint that changes nothing. */
export function defineReading<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  endpoint: Reading<Request, Response>,
): Endpoint {
  const { read, logged, ...description } = endpoint;
  return {
    ...description,
    kind: 'reading',
    movesMoney: false,
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
 * Defines an endpoint that changes something. It needs an `Idempotency-Key`, shares one transaction
 * with its row in the log of acts, and runs at most once per key.
 */
export function defineAct<
  Request extends z.ZodMiniObject,
  Response extends z.ZodMiniType,
  Preparation = undefined,
>(endpoint: Acting<Request, Response, Preparation>): Endpoint {
  const { act, logged, withoutSecrets, beforeTransaction, money, ...description } = endpoint;
  if (money !== undefined && beforeTransaction !== undefined) {
    throw new Error(`${endpoint.path} moves money and can't have work before its transaction.`);
  }
  return {
    ...description,
    kind: 'act',
    movesMoney: money !== undefined,
    prepare: (input) => {
      const request = parseRequest(endpoint.request, input);
      return {
        kind: 'act',
        request,
        logged: logged === undefined ? request : logged(request),
        findMoney: async (tx, operator) => (await money?.(tx, operator, request)) ?? null,
        begin: async (core, operator) => {
          const preparation = (await beforeTransaction?.(core, operator, request)) as Preparation;
          return async (context) => {
            const done = await act(core, context, request, preparation);
            const { answer } = done;
            const kept =
              withoutSecrets === undefined ? done.response : withoutSecrets(done.response);
            return {
              ...done,
              response: endpoint.response.parse(done.response),
              kept: endpoint.response.parse(kept),
              answer: answer && (async () => endpoint.response.parse(await answer())),
            };
          };
        },
      };
    },
  };
}

/** Defines an endpoint whose response is a file: a CSV file of any length, or a stored file. */
export function defineExport<Request extends z.ZodMiniObject>(
  endpoint: Exporting<Request>,
): Endpoint {
  const { open, ...description } = endpoint;
  return {
    ...description,
    kind: 'export',
    response: null,
    movesMoney: false,
    prepare: (input) => {
      const request = parseRequest(endpoint.request, input);
      return {
        kind: 'export',
        request,
        logged: request,
        open: (core, operator) => open(core, operator, request),
      };
    },
  };
}

/** The content type of an endpoint's file. */
export const contentTypeOf = ({ isBinary = false }: NonNullable<Endpoint['file']>) =>
  isBinary ? 'application/octet-stream' : 'text/csv';

/** A command that calls an endpoint: `kassa deposits confirm <depositId> --reason …`. */
export interface Command {
  /** The words after `kassa`. */
  words: string;
  /** The summary, if the endpoint's own doesn't fit. */
  summary?: string;
  /** Fields that are given without a name, in this order; all others are options. */
  arguments?: readonly string[];
  /** Fields whose value the command implies: `methods off` sends `{state: 'off'}`. */
  fixed?: Record<string, string>;
  /** A field whose value is the content of a file; the option takes the file's name. */
  file?: string;
  /**
   * A field that is prompted for without echo or read from standard input, to keep it out of the
   * shell history.
   */
  secret?: string;
  /** The columns of the command's table, if it doesn't show every field. */
  columns?: readonly string[];
  /** The command that shows the outcome, if the response's `status` is `pending`. */
  whilePending?: string;
}
