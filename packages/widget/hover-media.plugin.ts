import type { Plugin, Rule } from 'postcss';

const hover = /:hover\b/;

/**
 * Puts the styles of `:hover` where there is a pointer that hovers. A finger leaves `:hover` on
 * what it touched last, which would look chosen.
 */
export function hoverMedia(): Plugin {
  return {
    postcssPlugin: 'kassa:hover-media',
    // The style sheet is read once it is whole: the rules that are added here aren't visited again.
    OnceExit: (root, { AtRule }) => {
      const rules: Rule[] = [];
      root.walkRules(hover, (rule) => {
        rules.push(rule);
      });
      for (const rule of rules) {
        const media = new AtRule({ name: 'media', params: '(hover: hover)', source: rule.source });
        const others = rule.selectors.filter((selector) => !hover.test(selector));
        rule.after(media);
        media.append(
          rule.clone({ selectors: rule.selectors.filter((selector) => hover.test(selector)) }),
        );
        if (others.length === 0) rule.remove();
        else rule.selectors = others;
      }
    },
  };
}
