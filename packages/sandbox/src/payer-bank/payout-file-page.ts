import { html } from '../html.ts';
import { renderProblem } from '../pages/page-parts.ts';
import { renderBankPage } from './bank-frame.ts';
import { payoutAnswers } from './payout-file.ts';

/** Renders the form of a file of payouts, and the answers that the bank can give. */
export function renderPayoutFileForm(problem: string | null): string {
  return renderBankPage(
    'Payments by file',
    html`
      <form class="card" method="post" action="/bank/payout-files" aria-labelledby="form-title">
        <h1 id="form-title">Payments by file</h1>
        <p>Paste a file of payouts (pain.001). You get the bank’s answer as a file (pain.002), to import it in Kassa.</p>
        ${renderProblem(problem)}
        <label class="field">File
          <textarea name="file" rows="10" required spellcheck="false" autocomplete="off"></textarea>
        </label>
        <fieldset class="ways">
          <legend>The bank’s answer</legend>
          ${Object.entries(payoutAnswers).map(
            ([name, { label, hint }]) => html`
          <button name="answer" value="${name}"><span>${label}</span><small>${hint}</small></button>`,
          )}
        </fieldset>
      </form>
      <a class="button" href="/bank">New transfer</a>`,
  );
}
