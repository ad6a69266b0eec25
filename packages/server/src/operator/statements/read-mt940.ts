import { createHash, type Hash } from 'node:crypto';
import { currencySchema, type Decimal } from '@kassa/contract';
import { FileProblem, mostProblems } from '../../ground/files/file-problem.ts';
import { readMoney } from '../../ground/read-money.ts';
import { takeTurns } from '../../ground/take-turns.ts';
import type { ReadStatement } from '../../money/requisites/statement-line.ts';
import { type Movement, startReferences } from './bank-reference.ts';
import { addMovement, type Balance, findIncomplete, signed } from './check-balances.ts';
import { readOwnAccount } from './mt940-account.ts';
import { type Field, splitFields } from './mt940-fields.ts';
import { type Information, readInformation } from './mt940-information.ts';
import { type Mt940Line, readMt940Line, swiftFormat, toDay } from './mt940-line.ts';
import { startWidth } from './mt940-width.ts';
import { mostLines, takeAccount } from './read-camt.ts';
import { joinTexts } from './read-values.ts';

/** The tags of an MT940 message, and `:NS:` and `:940:`, which banks add. */
const balanceTags = new Map<string, Balance['kind']>([
  ['60F', 'opening'],
  ['60M', 'opening'],
  ['62F', 'closing'],
  ['62M', 'closing'],
]);
/** The tags, beside the balances, that a message and its repetition have in common. */
const contentTags = new Set(['25', '25P', '28', '28C', '61']);
const otherTags = new Set(['20', '21', '25', '25P', '28', '28C', '64', '65', 'NS', '940']);

/** The message that is being read; one page of a statement is a message of its own. */
interface Message {
  line: number;
  id: string | null;
  account: string | null;
  balances: Balance[];
  movementCount: number;
  sums: Map<string, Decimal>;
  /** The movement that waits for its information (`:86:`), and the lines of it so far. */
  open: { line: Mt940Line; at: number; information: string[]; mayBePayers: boolean } | null;
  /** What it says of its account, number, balances and movements. */
  content: Hash;
}

/** The file that is being read. */
interface Reading {
  read: ReadStatement;
  refer: (movement: Movement) => string;
  /** A line of a text with so many bytes may be broken. */
  width: number;
  /** The forms of the information of its payments. */
  forms: Set<Information['form']>;
  /** The lines of its messages with movements, by their content. */
  contents: Map<string, number>;
}

/**
 * Reads a SWIFT MT940 statement in the dialects of banks: with the blocks of a message or without.
 * A file may have several messages, of one account; each has its opening and closing balance, and
 * the movements between them.
 * @throws FileProblem if any part is unreadable, also a tag of no MT940 message; nothing is guessed
 */
export async function readMt940(text: string): Promise<ReadStatement> {
  const read: ReadStatement = {
    format: 'mt940',
    accountNumber: null,
    bankReference: null,
    lines: [],
    notBookedCount: 0,
  };
  const problems: string[] = [];
  const takeTurn = takeTurns();
  const width = startWidth();
  for (const field of splitFields(text)) {
    width.learn(field);
    await takeTurn();
  }
  const reading: Reading = {
    read,
    refer: startReferences(),
    width: width.tell(),
    forms: new Set(),
    contents: new Map(),
  };
  let message: Message | null = null;
  let count = 0;
  const end = () => {
    if (message === null) return;
    count += 1;
    endMessage(reading, message, count === 1, problems);
  };
  for (const field of splitFields(text)) {
    if (field.tag === '20') {
      end();
      message = startMessage(field);
    } else if (message !== null) {
      const problem = takeField(reading, message, field);
      if (problem !== null) problems.push(`line ${field.line}: ${problem}`);
    }
    if (read.lines.length > mostLines) {
      throw new FileProblem([`A file has ${mostLines} lines at most.`]);
    }
    if (problems.length >= mostProblems) throw new FileProblem(problems);
    await takeTurn();
  }
  end();
  if (problems.length > 0) throw new FileProblem(problems);
  if (count === 0) throw new FileProblem(['The file has no statement (:20:).']);
  if (areSure(reading.forms)) return read;
  const unnamed = { payerName: null, payerAccount: null };
  return { ...read, lines: read.lines.map((line) => ({ ...line, ...unnamed })) };
}

/**
 * Whether a bank writes the information of payments in one form. Where it writes free texts, too, or
 * another form, all of an information may be the payer's.
 */
const areSure = (forms: Reading['forms']) => forms.size <= 1 && !forms.has(null);

const startMessage = ({ lines, line }: Field): Message => ({
  line,
  id: lines[0]?.trim() || null,
  account: null,
  balances: [],
  movementCount: 0,
  sums: new Map(),
  open: null,
  content: createHash('sha256'),
});

/**
 * Takes a field of a message. Returns the problem of a movement, or null.
 * @throws FileProblem on any other field that is wrong: what follows it can't be read
 */
function takeField(
  reading: Reading,
  message: Message,
  { tag, lines, line, before }: Field,
): string | null {
  const { open, content } = message;
  if (tag === '86') {
    // Behind the closing balance it is of the whole statement.
    open?.information.push(...lines);
    if (open !== null) content.update(JSON.stringify([tag, lines]));
    return null;
  }
  // A payer who adds a movement in a line of a broken text may add another one in the next line.
  const isNextLine = open?.mayBePayers === true && open.information.length === 0;
  closeMovement(reading, message);
  const fail = (problem: string) => new FileProblem([`line ${line}: ${problem}`]);
  const kind = balanceTags.get(tag);
  if (kind !== undefined || contentTags.has(tag)) content.update(JSON.stringify([tag, lines]));
  if (kind !== undefined) {
    const balance = readBalance(kind, lines);
    if (typeof balance === 'string') throw fail(`the balance (:${tag}:) ${balance}`);
    message.balances.push(balance);
    return null;
  }
  if (tag === '61') {
    const currency = currencyOf(message);
    if (currency === null) throw fail('a movement (:61:) stands outside of two balances');
    const found = readMt940Line(lines, currency);
    if ('problem' in found) return `the movement (:61:) ${found.problem}`;
    const at = reading.read.lines.length + 1;
    const mayBePayers = isNextLine || before >= reading.width;
    message.open = { line: found, at, information: [], mayBePayers };
    message.movementCount += 1;
    return null;
  }
  if (!otherTags.has(tag)) throw fail(`the tag :${tag}: is none of MT940`);
  if (tag === '28C' || tag === '28') message.id = lines[0]?.trim() || message.id;
  if (tag === '25' || tag === '25P') {
    if (message.account !== null) throw fail('the message has a second account (:25:)');
    message.account = lines.join('\n');
  }
  return null;
}

/** The currency of a message's movements, between its opening and closing balance. */
function currencyOf({ balances }: Message): string | null {
  const [opening, ...others] = balances;
  return opening?.kind === 'opening' && others.length === 0 ? opening.currency : null;
}

/** Adds the movement that waited for its information. */
function closeMovement({ read, refer, forms }: Reading, message: Message): void {
  if (message.open === null) return;
  const { line: found, at, information, mayBePayers } = message.open;
  message.open = null;
  const { day, bookedAt, money, bankReference, customerReference, details, movement, ids } = found;
  const said = readInformation(information);
  const saidKind = said.movement ?? movement;
  // What may be a payer's own movement is no payment until a person says so.
  const kind = saidKind === 'payment' && mayBePayers ? 'charge' : saidKind;
  const isInformed = information.some((it) => it.trim() !== '');
  if (money.isCredit && kind === 'payment' && isInformed) forms.add(said.form);
  const content = [bankReference, customerReference, details, ...information];
  read.lines.push({
    line: at,
    // Banks repeat their references: what is known of a movement names it.
    bankReference: refer({ ...money, bankId: null, day, content }),
    ...money,
    bookedAt,
    text: joinTexts([said.text ?? '', details ?? '']),
    payerName: said.payerName,
    payerAccount: said.payerAccount,
    ...(money.isCredit && kind !== 'payment' && { movement: kind }),
    ...(ids !== null && { ids }),
  });
  addMovement(message.sums, money);
}

/** Ends a message: it must have its two balances, which agree with its movements. */
function endMessage(
  reading: Reading,
  message: Message,
  isFirst: boolean,
  problems: string[],
): void {
  const { read, contents } = reading;
  closeMovement(reading, message);
  if (problems.length > 0) return;
  const { balances, line, sums } = message;
  const [opening, closing, ...others] = balances;
  const isWhole = opening?.kind === 'opening' && closing?.kind === 'closing' && others.length === 0;
  if (!isWhole || opening.currency !== closing.currency) {
    problems.push(
      `line ${line}: the statement has not one opening and one closing balance (:60F:, :62F:) of a currency`,
    );
    return;
  }
  problems.push(...findIncomplete(balances, sums));
  if (message.movementCount > 0) {
    const content = message.content.digest('hex');
    const earlier = contents.get(content);
    contents.set(content, line);
    if (earlier !== undefined) {
      problems.push(`line ${line}: the message repeats that of line ${earlier}`);
    }
  }
  if (isFirst) read.bankReference = message.id;
  takeAccount(read, readOwnAccount(message.account, opening.currency), isFirst);
}

/** Reads `C261120EUR1000,00`. Returns what is wrong with it instead, without the content. */
function readBalance(kind: Balance['kind'], [text = '', ...more]: readonly string[]) {
  const [, mark, date = '', code, number = ''] =
    /^([CD])(\d{6})([A-Z]{3})(\d+,\d*)\s*$/.exec(text) ?? [];
  const currency = currencySchema.safeParse(code);
  if (!currency.success || toDay(date) === null || more.some((it) => it.trim() !== '')) {
    return 'is malformed';
  }
  const amount = readMoney(number, currency.data, swiftFormat);
  if ('problem' in amount) return amount.problem;
  return { kind, currency: currency.data, amount: signed(amount.amount, mark === 'C') };
}
