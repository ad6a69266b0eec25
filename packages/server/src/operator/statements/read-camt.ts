import { toUpperAscii } from '@kassa/contract';
import { FileProblem, mostProblems } from '../../ground/files/file-problem.ts';
import { findAll, parseXml, textAt, type XmlElement } from '../../ground/files/xml-elements.ts';
import type { ReadStatement, StatementLine } from '../../money/requisites/statement-line.ts';
import { startReferences } from './bank-reference.ts';
import { findIncomplete } from './check-balances.ts';
import { readEntry } from './read-entry.ts';

/** The most lines of a file. */
export const mostLines = 100_000;

const namespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d$/;

/**
 * Reads an ISO 20022 statement, camt.053 of any version: elements are found by name, and the
 * versions differ in a few places only. A file may have several statements, of one account.
 * @throws FileProblem if any part is unreadable; nothing is guessed
 */
export async function readCamt(text: string): Promise<ReadStatement> {
  const lines: StatementLine[] = [];
  const problems: string[] = [];
  const refer = startReferences();
  let notBookedCount = 0;
  /** The lines of the statement that is being read. */
  let own: StatementLine[] = [];
  const statements: XmlElement[] = [];
  const root = await parseXml(text, (element, path) => {
    if (path === 'Document/BkToCstmrStmt/Stmt/Ntry') {
      const read = readEntry(element, { firstLine: lines.length + 1, refer });
      if ('problem' in read) problems.push(`line ${element.line}: ${read.problem}`);
      else if (!read.isBooked) notBookedCount += 1;
      else {
        lines.push(...read.lines);
        own.push(...read.lines);
      }
      if (lines.length > mostLines) {
        throw new FileProblem([`A file has ${mostLines} lines at most.`]);
      }
      if (problems.length >= mostProblems) throw new FileProblem(problems);
      return true;
    }
    if (path === 'Document/BkToCstmrStmt/Stmt') {
      if (problems.length === 0) problems.push(...findIncomplete(element, own));
      own = [];
      statements.push(element);
      return true;
    }
    return false;
  });
  requireCamt(root);
  if (problems.length > 0) throw new FileProblem(problems);
  const [first] = statements;
  if (first === undefined) throw new FileProblem(['The file has no statement (Stmt).']);
  return {
    format: 'camt.053',
    accountNumber: readAccount(statements),
    bankReference: textAt(first, 'Id'),
    lines,
    notBookedCount,
  };
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

function readAccount(statements: readonly XmlElement[]): string | null {
  const numbers = statements.flatMap((statement) =>
    findAll(statement, 'Acct/Id').map((id) => textAt(id, 'IBAN', 'Othr/Id')),
  );
  const plain = (number: string | null) =>
    number === null ? null : toUpperAscii(number.replaceAll(/\s/g, ''));
  if (new Set(numbers.map(plain)).size > 1) {
    throw new FileProblem(['The file has statements of several accounts. Load each alone.']);
  }
  return numbers[0] ?? null;
}
