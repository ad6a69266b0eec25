import type { Theme } from '@kassa/contract';
import type axe from 'axe-core';
import type { NodeResult, Result, RunOptions } from 'axe-core';
import type { describeSkeleton } from './describe-skeleton.ts';
import type { findCutText } from './find-cut-text.ts';
import type { showStory } from './show-story.ts';
import type { ColouredText, listTextColours } from './text-colours.ts';
import type { untilStorySettles } from './until-story-settles.ts';

/** What axe shall check. */
export interface Scope {
  /** Switches the page to a theme before. */
  theme?: Theme;
  /** The rules about colours; they take the most time by far. */
  hasColours: boolean;
  /** The other rules: all, or those about names, labels and languages; null: none. */
  others: 'all' | 'language' | null;
  /** Whether to check also what has been checked before. */
  isWhole: boolean;
}

/** What the stories' page has for the functions that run in it. */
export interface PageTools {
  axe: typeof axe;
  describeSkeleton: typeof describeSkeleton;
  findCutText: typeof findCutText;
  listTextColours: typeof listTextColours;
  showStory: typeof showStory;
  untilStorySettles: typeof untilStorySettles;
  /** Digests of the skeletons without violations so far, and the colours. */
  known: Set<string>;
}

/**
 * Returns the violations of the page, in which this function runs. Axe doesn't run where it would
 * find what it found before: for a known skeleton, or for texts whose colours are all known. A page
 * has no frames.
 */
export async function findViolations(scope: Scope): Promise<string[]> {
  const { theme, hasColours, others, isWhole } = scope;
  if (theme !== undefined) document.documentElement.dataset.theme = theme;
  const { axe, describeSkeleton, listTextColours, known }: PageTools = Reflect.get(window, 'tools');
  const colourRules = ['color-contrast', 'link-in-text-block'];
  const languageRules = [
    'cat.aria',
    'cat.forms',
    'cat.language',
    'cat.name-role-value',
    'cat.text-alternatives',
  ];
  const skeletons = others === null ? [] : await describePage();
  const texts = hasColours ? listTextColours() : [];
  const needsOthers = others !== null && (isWhole || skeletons.some((it) => !known.has(it)));
  const needsColours = hasColours && (isWhole || texts.some(({ colours }) => !known.has(colours)));
  if (!needsOthers && !needsColours) return [];
  const chosen: RunOptions = !needsOthers
    ? { runOnly: colourRules }
    : others === 'language'
      ? { runOnly: languageRules }
      : { rules: chooseRules() };
  const { violations, passes, incomplete } = await axe.run({
    ...chosen,
    iframes: false,
    // The stories have no media, and no rule about style sheets is on by default.
    preload: false,
    elementRef: true,
  });
  if (needsOthers && violations.length === 0) {
    for (const skeleton of skeletons) {
      // What the rules about language find is among what all rules find.
      known.add(skeleton).add(skeleton.replace('all', 'language'));
    }
  }
  if (needsColours) remember();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);

  async function describePage(): Promise<string[]> {
    const { root, rest } = describeSkeleton();
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rest));
    return [`${others} ${root}`, `${others} ${new Uint8Array(bytes)}`];
  }

  function chooseRules(): RunOptions['rules'] {
    const rules = Object.fromEntries(colourRules.map((id) => [id, { enabled: needsColours }]));
    // It reads every text, to find only spacing that is important.
    const hasImportant = document.querySelector('[style*=important]') !== null;
    return { ...rules, 'avoid-inline-spacing': { enabled: isWhole || hasImportant } };
  }

  /** Remembers the colours that axe has found good, or must leave undecided wherever they stand. */
  function remember(): void {
    const nodesOf = (results: Result[], rule: string) => {
      const nodes = results.find(({ id }) => id === rule)?.nodes ?? [];
      return new Map<Element | undefined, NodeResult>(nodes.map((node) => [node.element, node]));
    };
    const dataOf = (node?: NodeResult) => node?.any[0]?.data ?? {};
    const [contrast = '', link = ''] = colourRules;
    const bad = nodesOf(violations, contrast);
    const [good, unclear] = [nodesOf(passes, contrast), nodesOf(incomplete, contrast)];
    const [badLinks, goodLinks] = [nodesOf(violations, link), nodesOf(passes, link)];
    const isLink = (element: Element) =>
      element.nodeName === 'A' && getComputedStyle(element).display === 'inline';
    const isSettled = ({ element, isUnreadable }: ColouredText) => {
      if (bad.has(element) || badLinks.has(element)) return false;
      if (isUnreadable) return true;
      if (isLink(element) && !goodLinks.has(element)) return false;
      if (dataOf(good.get(element)).contrastRatio > 0) return true;
      return /^bg(Gradient|Image)$/.test(dataOf(unclear.get(element)).messageKey);
    };
    for (const text of texts) if (isSettled(text)) known.add(text.colours);
  }
}
