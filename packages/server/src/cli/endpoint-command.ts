import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import type { Command as CommandShape, Endpoint } from '../operator/define-endpoint.ts';
import { decodeTexts, describeFields } from '../operator/parse-request.ts';
import { type CommonOptions, runEndpoint } from './run-endpoint.ts';
import { askSecret, CliError, type Terminal } from './terminal/terminal.ts';

interface FieldShape {
  type?: string | string[];
  enum?: string[];
  items?: FieldShape;
  anyOf?: FieldShape[];
  description?: string;
  default?: unknown;
}

/** Builds the command of an endpoint: its arguments and options are the fields of the request. */
export function buildEndpointCommand(
  terminal: Terminal,
  name: string,
  endpoint: Endpoint,
  shape: CommandShape,
): Command {
  const { properties, required } = describeFields(endpoint.request);
  const lastWord = shape.words.split(' ').at(-1) ?? '';
  const command = new Command(lastWord).description(shape.summary ?? endpoint.summary);
  for (const field of shape.arguments ?? []) {
    const name = required.includes(field) ? `<${field}>` : `[${field}]`;
    command.argument(name, describe(properties[field] ?? {}));
  }
  const options = Object.entries(properties)
    .filter(
      ([field]) =>
        !(shape.arguments ?? []).includes(field) &&
        shape.fixed?.[field] === undefined &&
        shape.secret !== field,
    )
    .flatMap(([field, property]) => {
      const rules = { isFile: shape.file === field, isRequired: required.includes(field) };
      return buildOptions(field, property, rules).map((option) => ({ field, option }));
    });
  for (const { option } of options) command.addOption(option);
  addCommonOptions(command, endpoint);
  command.action(async (...given: unknown[]) => {
    const texts = collectTexts(command, shape, given, options);
    const fields = await fillIn(terminal, shape, texts, endpoint.file?.isBinary === true);
    await runEndpoint(terminal, {
      name,
      endpoint,
      shape,
      fields: decodeTexts(endpoint.request, fields),
      options: readCommonOptions(command),
    });
  });
  return command;
}

function addCommonOptions(command: Command, endpoint: Endpoint): void {
  command.option('--url <origin>', 'the origin of the operator API (or KASSA_OPERATOR_URL)');
  if (endpoint.kind === 'export')
    command.option('--output <file>', 'the file to write; standard output by default');
  else command.option('--json', 'the whole response as JSON');
  if (endpoint.kind !== 'act') return;
  command.option('--yes', 'skip the confirmation');
  command.option('--idempotency-key <key>', 'repeats a command with an unknown outcome safely');
}

function readCommonOptions(command: Command): CommonOptions {
  const { url, json, yes, idempotencyKey, output } = command.opts<{
    url?: string;
    json?: boolean;
    yes?: boolean;
    idempotencyKey?: string;
    output?: string;
  }>();
  return {
    url,
    isJson: json === true,
    isConfirmed: yes === true,
    idempotencyKey: idempotencyKey ?? uuidv7(),
    outputFile: output,
  };
}

/** Builds the option of a field; a flag that may also be said to be false has `--no-…`, too. */
function buildOptions(
  field: string,
  property: FieldShape,
  { isFile, isRequired }: { isFile: boolean; isRequired: boolean },
): Option[] {
  const isFlag = property.type === 'boolean';
  // The option of `isForced` is `--forced`.
  const name = isFlag ? field.replace(/^(is|are|has)(?=[A-Z])/, '') : field;
  const flag = `--${toKebab(name)}`;
  const isList = [property, ...(property.anyOf ?? [])].some(({ type }) => type === 'array');
  const placeholder = isFile ? 'file' : isList ? 'value...' : 'value';
  const option = new Option(isFlag ? flag : `${flag} <${placeholder}>`, describe(property));
  const choices = property.enum ?? property.items?.enum;
  if (choices !== undefined) option.choices(choices);
  if (isRequired) return [option.makeOptionMandatory()];
  const isUndecided = isFlag && property.default === undefined;
  return isUndecided
    ? [option, new Option(`--no-${toKebab(name)}`, `the opposite of ${flag}`)]
    : [option];
}

function describe({ description, default: preset }: FieldShape): string {
  const usual = preset === undefined ? '' : `(default ${String(preset)})`;
  return [description, usual].filter(Boolean).join(' ');
}

function toKebab(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, '');
}

function collectTexts(
  command: Command,
  shape: CommandShape,
  given: readonly unknown[],
  options: readonly { field: string; option: Option }[],
): Record<string, unknown> {
  const texts: Record<string, unknown> = { ...shape.fixed };
  for (const [index, field] of (shape.arguments ?? []).entries()) {
    if (given[index] !== undefined) texts[field] = given[index];
  }
  const said: Record<string, unknown> = command.opts();
  for (const { field, option } of options) {
    const value = said[option.attributeName()];
    if (value !== undefined) texts[field] = value;
  }
  return texts;
}

/** Replaces file names by file contents, and asks for secrets. */
async function fillIn(
  terminal: Terminal,
  { file, secret }: CommandShape,
  texts: Record<string, unknown>,
  isBinary: boolean,
): Promise<Record<string, unknown>> {
  const filled = { ...texts };
  const name = file === undefined ? undefined : texts[file];
  if (file !== undefined && typeof name === 'string') {
    filled[file] = await readFile(name, isBinary ? 'base64' : 'utf8').catch((error: Error) => {
      throw new CliError('usage', `${name} can't be read: ${error.message}`);
    });
  }
  if (secret !== undefined) filled[secret] = await askSecret(terminal, secret);
  return filled;
}
