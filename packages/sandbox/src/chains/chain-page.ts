import { html, type Markup } from '../html.ts';
import { renderPage } from '../pages/page-frame.ts';
import { renderProblem } from '../pages/page-parts.ts';
import type { ChainDriver, ChainOverview, ShownBlock, ShownPayment } from './chain-driver.ts';
import type { Fate } from './chain-journal.ts';

/** The values of the form's fields as they were typed. */
export interface TypedPayment {
  address: string;
  currency: string;
  amount: string;
  memo: string;
}

interface ChainView {
  driver: ChainDriver;
  others: readonly ChainDriver[];
  overview: ChainOverview;
  typed: TypedPayment;
  problem: string | null;
  /** What the last act has done. */
  done: string | null;
}

/** Renders a chain: what can be done to it, its pending payments and its newest blocks. */
export function renderChain(view: ChainView): string {
  const { driver, overview, problem, done } = view;
  const name = titleOf(driver);
  return renderPage(
    name,
    html`
      <section class="card">
        <h1>${name}</h1>
        <p>${introOf(driver)}</p>
      </section>
      ${renderChoice(view)}
      ${renderProblem(problem)}
      ${done === null ? '' : html`<p class="state approved" role="status">${done}</p>`}
      ${renderSendForm(view)}
      ${renderPending(driver, overview.pending)}
      ${renderMining(driver, overview)}
      ${renderReorganisation(driver)}
      ${renderBlocks(overview.blocks)}
      <a class="button" href="${pathOf(driver)}">Look again</a>
      <a class="button" href="/payments">All payments of the provider</a>`,
  );
}

/** The page's address of a chain. */
export function pathOf({ blockchain }: ChainDriver): string {
  return `/chains/${blockchain}`;
}

function titleOf({ fact, node }: ChainDriver): string {
  return `${fact.name} (${node === null ? 'simulated' : `test node: ${node}`})`;
}

function introOf({ node }: ChainDriver): string {
  return node === null
    ? 'A simulated chain: nobody else has it, and its coins are invented. Paste the address that the cashier shows, send to it, and mine the blocks that confirm the payment.'
    : `A chain of its own on this machine, run by ${node}: nobody else has it, and its coins are worth nothing.`;
}

function renderChoice({ driver, others }: ChainView): Markup {
  const links = others.map((other) => {
    const isCurrent = other.blockchain === driver.blockchain;
    return html`
        <a class="button" href="${pathOf(other)}"${isCurrent ? html` aria-current="page"` : ''}>${other.fact.name}</a>`;
  });
  return html`<nav class="pair" aria-label="Chains">${links}</nav>`;
}

function renderSendForm({ driver, typed }: ChainView): Markup {
  const { offers, fact } = driver;
  const coins = fact.coins.map(({ currency }) => {
    const isChosen = currency === typed.currency;
    return html`<option${isChosen ? html` selected` : ''}>${currency}</option>`;
  });
  const memo = html`<label class="field">Memo (comment)
          <input name="memo" value="${typed.memo}" maxlength="120" autocomplete="off" spellcheck="false">
        </label>`;
  const outcome = html`<label class="field">Outcome
          <select name="outcome"><option value="moves">The payment arrives</option><option value="fails">The transaction fails in its block</option></select>
        </label>`;
  return html`
      <form class="card" method="post" action="${pathOf(driver)}" aria-labelledby="send-title">
        <h2 id="send-title">Send</h2>
        <label class="field">To address
          <input name="address" value="${typed.address}" required maxlength="120" autocomplete="off" spellcheck="false" autocapitalize="none">
        </label>
        <div class="pair">
          <label class="field">Amount
            <input name="amount" value="${typed.amount}" required inputmode="decimal" autocomplete="off" placeholder="0.25">
          </label>
          <label class="field">Coin
            <select name="currency">${coins}</select>
          </label>
        </div>
        ${offers.memo ? memo : ''}
        ${offers.failure ? outcome : ''}
        <button class="primary" name="action" value="send">Send</button>
        <button name="action" value="send-mine">Send, and mine a block</button>
      </form>`;
}

function renderPending(driver: ChainDriver, pending: readonly ShownPayment[]): Markup {
  const rows = pending.map((payment) => {
    const { txid } = payment;
    const replace = html`
          <form class="pair" method="post" action="${pathOf(driver)}" aria-label="Replace ${shorten(txid)}">
            <input type="hidden" name="txid" value="${txid}">
            <button name="action" value="replace">Replace by a higher fee</button>
            ${driver.offers.replaceBack ? html`<button name="action" value="replace-back">Replace, back to the sender</button>` : ''}
          </form>`;
    return html`
        <li>${renderPayment(payment)}${driver.offers.replace ? replace : ''}</li>`;
  });
  return html`
      <section class="card" aria-labelledby="pending-title">
        <h2 id="pending-title">Waiting for a block</h2>
        ${rows.length === 0 ? html`<p class="hint">No payment waits.</p>` : html`<ul class="rows">${rows}</ul>`}
      </section>`;
}

function renderMining(driver: ChainDriver, { isMinerOn }: ChainOverview): Markup {
  return html`
      <section class="card" aria-labelledby="mine-title">
        <h2 id="mine-title">Mine</h2>
        <form method="post" action="${pathOf(driver)}">
          <button name="action" value="mine-one">Mine 1 block</button>
        </form>
        <form class="pair" method="post" action="${pathOf(driver)}">
          <label class="field">Blocks
            <input name="count" type="number" value="6" min="1" max="100" required>
          </label>
          <button name="action" value="mine">Mine them</button>
        </form>
        <form method="post" action="${pathOf(driver)}">
          <p class="hint">The automatic miner is <strong>${isMinerOn ? 'on' : 'off'}</strong>. It mines a block every few seconds, as long as a payment waits for its confirmations.${driver.node === null ? ' Unless you have turned it on, it leaves the chain to you while you use this page.' : ''}</p>
          <button name="action" value="${isMinerOn ? 'miner-off' : 'miner-on'}">Turn the automatic miner ${isMinerOn ? 'off' : 'on'}</button>
        </form>
      </section>`;
}

const fateWords: Record<Fate, string> = {
  again: 'are in the new blocks again',
  pending: 'wait for a block again',
  never: 'never happened',
};

function renderReorganisation(driver: ChainDriver): Markup {
  const fates = driver.offers.fates.map(
    (fate) => html`<option value="${fate}">${fateWords[fate]}</option>`,
  );
  return html`
      <form class="card" method="post" action="${pathOf(driver)}" aria-labelledby="reorganise-title">
        <h2 id="reorganise-title">Reorganise</h2>
        <p class="hint">Drops the newest blocks for a branch that is longer by one.</p>
        <label class="field">Blocks to drop
          <input name="depth" type="number" value="2" min="1" max="100" required>
        </label>
        <label class="field">Their payments
          <select name="fate">${fates}</select>
        </label>
        <button name="action" value="reorganise">Reorganise</button>
      </form>`;
}

function renderBlocks(blocks: readonly ShownBlock[]): Markup {
  const rows = blocks.map(
    ({ height, hash, minedAt, payments }) => html`
        <li>
          <div class="row"><strong>Block ${String(height)}</strong><time datetime="${new Date(minedAt).toISOString()}">${new Date(minedAt).toISOString().slice(11, 19)} UTC</time>
          <small>${shorten(hash)}</small></div>
          ${payments.length === 0 ? '' : html`<ul class="rows">${payments.map((payment) => html`<li>${renderPayment(payment)}</li>`)}</ul>`}
        </li>`,
  );
  return html`
      <section class="card" aria-labelledby="blocks-title">
        <h2 id="blocks-title">Newest blocks</h2>
        <ol class="rows">${rows}</ol>
      </section>`;
}

function renderPayment({ txid, to, amount, note }: ShownPayment): Markup {
  return html`<div class="row"><strong>${amount ?? 'A transaction'}</strong><small>${note ?? ''}</small>
          <small>to ${shorten(to)}</small><small>id ${shorten(txid)}</small></div>`;
}

function shorten(text: string): string {
  return text.length <= 20 ? text : `${text.slice(0, 10)}…${text.slice(-6)}`;
}
