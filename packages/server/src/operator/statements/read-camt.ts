import { type Decimal, toUpperAscii } from '@kassa/contract';
import { FileProblem, mostProblems } from '../../ground/files/file-problem.ts';
import { findAll, parseXml, textAt, type XmlElement } from '../../ground/files/xml-elements.ts';
import { takeTurns } from '../../ground/take-turns.ts';
import type { ReadStatement } from '../../money/requisites/statement-line.ts';
import { startReferences } from './bank-reference.ts';
import { addMovement, findIncomplete } from './check-balances.ts';
import { readBalances } from './read-camt-balances.ts';
import { type Detail, readDetail } from './read-detail.ts';
import { readEntry } from './read-entry.ts';

/** The most lines of a file. */
export const mostLines = 100_000;

/** More balances than a statement has: some kinds in some currencies. */
const mostBalances = 1000;

const namespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d$/;

/** What is read as it ends: a batch may have as many payments as a file has lines. */
const statementPath = 'Document/BkToCstmrStmt/Stmt';
const entryPath = `${statementPath}/Ntry`;
const detailPath = `${entryPath}/NtryDtls/TxDtls`;
const balancePath = `${statementPath}/Bal`;

/**
 * Reads an ISO 20022 statement, camt.053 of any version: elements are found by name, and the
 * versions differ in a few places only. A file may have several statements, of one account.
 * @throws FileProblem if any part is unreadable; nothing is guessed
 */
export async function readCamt(text: string): Promise<ReadStatement> {
  const read: ReadStatement = {
    format: 'camt.053',
    accountNumber: null,
    bankReference: null,
    lines: [],
    notBookedCount: 0,
  };
  const problems: string[] = [];
  const refer = startReferences();
  const takeTurn = takeTurns();
  let statementCount = 0;
  /** The parts of the statement, and of the entry, that is being read. */
  let details: Detail[] = [];
  let balances: XmlElement[] = [];
  let sums = new Map<string, Decimal>();
  const requireFew = (more: number) => {
    if (read.lines.length + read.notBookedCount + more <= mostLines) return;
    throw new FileProblem([`A file has ${mostLines} lines at most.`]);
  };
  const takeEntry = async (entry: XmlElement) => {
    const found = await readEntry(entry, details, { firstLine: read.lines.length + 1, refer });
    details = [];
    if ('problem' in found) problems.push(`line ${entry.line}: ${found.problem}`);
    else if (!found.isBooked) read.notBookedCount += 1;
    else {
      for (const line of found.lines) {
        read.lines.push(line);
        addMovement(sums, line);
        await takeTurn();
      }
    }
    requireFew(0);
    if (problems.length >= mostProblems) throw new FileProblem(problems);
  };
  const takeStatement = (statement: XmlElement) => {
    if (problems.length === 0) {
      problems.push(...findIncomplete(readBalances(statement, balances), sums));
    }
    balances = [];
    sums = new Map();
    statementCount += 1;
    if (statementCount === 1) read.bankReference = textAt(statement, 'Id');
    const number = findAll(statement, 'Acct/Id')
      .map((id) => textAt(id, 'IBAN', 'Othr/Id'))
      .find((it) => it !== null);
    takeAccount(read, number ?? null, statementCount === 1);
  };
  const paths = [detailPath, entryPath, balancePath, statementPath];
  const root = await parseXml(text, paths, (part, path) => {
    if (path === entryPath) return takeEntry(part);
    if (path === statementPath) return takeStatement(part);
    if (path === detailPath) {
      details.push(readDetail(part));
      return requireFew(details.length);
    }
    balances.push(part);
    if (balances.length > mostBalances) {
      throw new FileProblem([`A statement has ${mostBalances} balances at most.`]);
    }
  });
  requireCamt(root);
  if (problems.length > 0) throw new FileProblem(problems);
  if (statementCount === 0) throw new FileProblem(['The file has no statement (Stmt).']);
  return read;
}

/** @throws FileProblem that names the message, such as `camt.052.001.08` */
function requireCamt({ name, uri, children }: XmlElement): void {
  const isStatement =
    name === 'Document' &&
    namespace.test(uri) &&
    // The statements themselves are taken out of it.
    children.some((child) => child.name === 'BkToCstmrStmt');
  if (isStatement) return;
  const message = /([a-z]{4}\.\d{3}\.\d{3}\.\d\d)$/.exec(uri)?.[1];
  const found = message === undefined ? 'another document' : `the message ${message}`;
  throw new FileProblem([`The file is ${found}, not a camt.053 statement.`]);
}

/**
 * Takes the account of a statement.
 * @throws FileProblem if a statement before it is of another one
 */
export function takeAccount(read: ReadStatement, number: string | null, isFirst: boolean): void {
  const plain = (it: string | null) => it && toUpperAscii(it.replaceAll(/\s/g, ''));
  if (isFirst) read.accountNumber = number;
  if (plain(number) === plain(read.accountNumber)) return;
  throw new FileProblem(['The file has statements of several accounts. Load each alone.']);
}
