import { html, type Markup } from '../html.ts';
import { formatAmount } from '../pages/page-frame.ts';
import { renderBankPage } from './bank-frame.ts';
import { type Statement, totalOf } from './statement.ts';
import { maskNumber } from './transfer-page.ts';

/** Renders the day's statements, each as three files. */
export function renderStatements(statements: readonly Statement[]): string {
  return renderBankPage(
    'Statements',
    html`
      <section class="card">
        <h1>Statements</h1>
        <p>What arrived in each account today (UTC), for the operator that owns it. Import the file to try the matching.</p>
      </section>
      ${statements.length === 0 ? html`<p class="hint">Nothing has arrived today.</p>` : html`<ul class="rows">${statements.map(renderStatement)}</ul>`}
      <a class="button" href="/bank">New transfer</a>`,
  );
}

/** The account's number is a field of the form, so that it stands in no address. */
function renderStatement(statement: Statement): Markup {
  const { account, currency, transfers } = statement;
  const count = transfers.length === 1 ? '1 transfer' : `${transfers.length} transfers`;
  return html`
        <li class="row statement">
          <strong>${maskNumber(account)}</strong><span>+${formatAmount(totalOf(statement), currency)}</span>
          <small>${count}</small>
          <form class="pair" method="post" action="/bank/statements">
            <input type="hidden" name="account" value="${account}">
            <input type="hidden" name="currency" value="${currency}">
            <button name="format" value="csv">CSV</button>
            <button name="format" value="camt">camt.053</button>
            <button name="format" value="mt940">MT940</button>
          </form>
        </li>`;
}
