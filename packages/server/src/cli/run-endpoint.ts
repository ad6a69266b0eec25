import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command as CommandShape, Endpoint } from '../operator/define-endpoint.ts';
import { pendingAnswerSchema } from '../operator/pending-acts/pending-act.ts';
import { requestEndpoint } from './request-endpoint.ts';
import { formatAnswer, plainJson, plainLines, plainText } from './terminal/print.ts';
import { CliError, confirm, type Terminal } from './terminal/terminal.ts';

/** The options of every command that calls the server. */
export interface CommonOptions {
  url: string | undefined;
  isJson: boolean;
  isConfirmed: boolean;
  idempotencyKey: string;
  outputFile: string | undefined;
}

interface Run {
  name: string;
  endpoint: Endpoint;
  shape: CommandShape;
  fields: Record<string, unknown>;
  options: CommonOptions;
}

/** Confirms an act with the user, calls the endpoint and prints the response. */
export async function runEndpoint(terminal: Terminal, run: Run): Promise<void> {
  const { name, endpoint, shape, fields, options } = run;
  const access = readAccess(terminal, options);
  if (endpoint.kind === 'act' && !options.isConfirmed) {
    await confirm(terminal, describeAct(run));
  }
  const response = await requestEndpoint(access, name, fields, options.idempotencyKey).catch(
    (error: Error) => {
      throw new CliError('unreachable', describeNoResponse(access.url, error, run));
    },
  );
  if (!response.ok) throw await describeRejection(response, run);
  if (endpoint.kind === 'export') return saveFile(terminal, response, options.outputFile);
  const body: unknown = await response.json();
  const format = response.status === 202 ? formatPending : formatAnswer;
  const text = options.isJson ? plainJson(body) : format(body, shape.columns);
  terminal.output.write(`${text}\n`);
  if (!options.isJson) terminal.output.write(adviseWait(body, run));
}

/** Names the command that shows the outcome of an act that is still pending. */
function adviseWait(body: unknown, { shape, fields }: Run): string {
  const isPending =
    typeof body === 'object' && body !== null && 'status' in body && body.status === 'pending';
  if (!isPending || shape.whilePending === undefined) return '';
  const command = shape.whilePending.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    String(fields[field]),
  );
  return plainLines(`Still pending. The outcome is shown by\n  kassa ${command}\n`);
}

/** Formats the response to an act that was not done, but waits for the approval of a second key. */
function formatPending(body: unknown): string {
  const { pendingAct } = pendingAnswerSchema.parse(body);
  return [
    'Not done yet: a second key must approve this act, with',
    `  kassa pending-acts approve ${plainText(pendingAct.id)}`,
    formatAnswer(pendingAct),
  ].join('\n');
}

function readAccess({ environment }: Terminal, { url }: CommonOptions) {
  const key = environment.KASSA_OPERATOR_KEY;
  if (!key) {
    throw new CliError(
      'usage',
      'KASSA_OPERATOR_KEY is not set: "kassa keys create" creates a key. It is read only from the ' +
        'environment, since arguments stay in histories and process lists.',
    );
  }
  const origin = url || environment.KASSA_OPERATOR_URL || 'http://localhost:4110';
  const parsed = URL.parse(origin);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new CliError('usage', `"${origin}" is not an origin such as http://localhost:4110`);
  }
  return { url: parsed.origin, key };
}

function describeAct({ endpoint, shape, fields }: Run): string {
  const given = Object.entries(fields)
    .filter(([field]) => field !== shape.secret)
    .map(([field, value]) => `  ${field}: ${shorten(value)}`)
    .join('\n');
  return plainLines(`${shape.summary ?? endpoint.summary}\n${given}`);
}

function shorten(value: unknown): string {
  const text = String(value);
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}

function describeNoResponse(url: string, error: Error, { endpoint, options }: Run): string {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const lines = [`${url} can't be reached or does not respond (${error.message}${cause}).`];
  if (endpoint.kind === 'act') lines.push(adviseRepeat(options));
  return lines.join('\n');
}

function adviseRepeat({ idempotencyKey }: CommonOptions): string {
  return (
    'It is unknown whether the act was done. Repeat the command with ' +
    `--idempotency-key ${idempotencyKey}, which never does it twice.`
  );
}

async function describeRejection(
  response: Response,
  { endpoint, options }: Run,
): Promise<CliError> {
  const text = await response.text();
  const isFailure = response.status >= 500;
  const lines = [formatError(text) ?? `The server responded with status ${response.status}.`];
  if (isFailure && endpoint.kind === 'act') lines.push(adviseRepeat(options));
  return new CliError(isFailure ? 'unreachable' : 'refused', lines.join('\n'));
}

/** Formats an error body; null if the text isn't one, such as a proxy's page. */
function formatError(text: string): string | null {
  let body: { error?: { code?: string; message?: string; details?: string[]; reference?: string } };
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const { error } = body;
  if (error?.code === undefined) return null;
  const head = `${error.message} (${error.code}, ${error.reference})`;
  return [head, ...(error.details ?? []).map((detail) => `  ${detail}`)].join('\n');
}

async function saveFile(
  terminal: Terminal,
  response: Response,
  file: string | undefined,
): Promise<void> {
  if (response.body === null) return;
  const content = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
  const target = file === undefined ? terminal.output : createWriteStream(file);
  await pipeline(content, target, { end: file !== undefined }).catch((error: Error) => {
    throw new CliError('unreachable', `The file is incomplete: ${error.message}`);
  });
}
