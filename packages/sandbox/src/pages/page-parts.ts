import { html, type Markup } from '../html.ts';
import type { PageView } from './style-page.ts';

/** Renders one step of a page: its title, the problem with the last input, and its form. */
export function renderStep(
  title: string,
  { formAction, problem }: Pick<PageView, 'formAction' | 'problem'>,
  form: Markup,
): Markup {
  return html`
      <section class="card" aria-labelledby="step-title">
        <h2 id="step-title">${title}</h2>
        ${renderProblem(problem)}
        <form method="post" action="${formAction}">${form}
        </form>
      </section>`;
}

export function renderProblem(problem: string | null): Markup | '' {
  return problem === null ? '' : html`<p class="state declined" role="alert">${problem}</p>`;
}
