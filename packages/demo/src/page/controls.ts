import { type Choices, tokenPresets } from '../choices.ts';
import { localeOption } from '../html/select-options.ts';
import { element } from './element.ts';
import { isApp } from './host-data.ts';
import {
  decodeSettings,
  encodeSettings,
  type PlaygroundSettings,
  type Problem,
} from './playground-settings.ts';

/** The playground's form. It shows the settings and reports changes. */
export interface Controls {
  show(settings: PlaygroundSettings): void;
  /** Shows an invalid value, for the developer to correct. */
  showProblem(problem: Problem): void;
}

type Control = HTMLInputElement | HTMLSelectElement;

/** Connects the form; `onChange` receives the settings after each change if all are valid. */
export function createControls(
  choices: Choices,
  onChange: (settings: PlaygroundSettings) => void,
): Controls {
  const form = element('controls', HTMLFormElement);
  const controls = [...form.elements].filter(
    (found): found is Control =>
      found instanceof HTMLInputElement || found instanceof HTMLSelectElement,
  );

  const showProblem = ({ name, value, words }: Problem) => {
    const control = controls.find((found) => found.name === name);
    if (control === undefined) return;
    if (control instanceof HTMLInputElement) control.value = value;
    control.setCustomValidity(words);
    const fold = control.closest('details');
    if (fold !== null) fold.open = true;
  };

  const handleChange = () => {
    for (const control of controls) control.setCustomValidity('');
    const { settings, problems } = decodeSettings(readQuery(controls), choices);
    for (const problem of problems) showProblem(problem);
    if (!form.reportValidity()) return;
    countChanges(form, settings, choices);
    onChange(settings);
  };
  form.addEventListener('change', handleChange);
  form.addEventListener('submit', (event) => {
    // Enter in a field; the change event has reported it already.
    event.preventDefault();
  });
  for (const button of form.querySelectorAll<HTMLElement>('[data-token-preset]')) {
    button.addEventListener('click', () => {
      const preset = button.dataset.tokenPreset as keyof typeof tokenPresets;
      const [field] = controls.filter(({ name }) => name === 'tokens');
      if (field !== undefined) field.value = tokenPresets[preset];
      handleChange();
    });
  }

  return {
    showProblem,
    show(settings) {
      addLocale(controls, settings);
      const values: Record<string, string | boolean> = settings;
      for (const control of controls) {
        control.setCustomValidity('');
        const value = values[control.name];
        if (value === undefined) continue;
        if (control instanceof HTMLSelectElement) control.value = String(value);
        else if (control.type === 'checkbox') control.checked = value === true;
        else if (control.type === 'radio') control.checked = control.value === value;
        else control.value = String(value);
      }
      showAppSwitch(controls, settings);
      countChanges(form, settings, choices);
    },
  };
}

function readQuery(controls: readonly Control[]): string {
  const query = new URLSearchParams();
  for (const control of controls) {
    const type = control instanceof HTMLInputElement ? control.type : 'select';
    // A disabled control is set by another setting.
    if (control.disabled) continue;
    const isChecked = control instanceof HTMLInputElement && control.checked;
    if (type === 'checkbox') query.set(control.name, isChecked ? '1' : '0');
    else if (type !== 'radio' || isChecked) query.set(control.name, control.value);
  }
  return query.toString();
}

/** Adds the region of the address's locale to the list, which has languages alone. */
function addLocale(controls: readonly Control[], { locale }: PlaygroundSettings): void {
  const list = controls.find(({ name }) => name === 'locale');
  if (!(list instanceof HTMLSelectElement)) return;
  const isListed = [...list.options].some(({ value }) => value === locale);
  if (isListed) return;
  const option = document.createElement('option');
  [option.value, option.text] = localeOption(locale);
  list.add(option);
}

/** An app is always a mobile app, so the switch is on and disabled. */
function showAppSwitch(controls: readonly Control[], settings: PlaygroundSettings): void {
  const found = controls.find(({ name }) => name === 'app');
  if (!(found instanceof HTMLInputElement)) return;
  found.disabled = isApp(settings);
  found.checked = settings.app || isApp(settings);
}

/** Shows at each group how many of its settings differ from their defaults. */
function countChanges(form: HTMLElement, settings: PlaygroundSettings, choices: Choices): void {
  const changed = new URLSearchParams(encodeSettings(settings, choices));
  for (const fold of form.querySelectorAll('details')) {
    const names = [...fold.querySelectorAll<Control>('[name]')].map(({ name }) => name);
    const count = new Set(names.filter((name) => changed.has(name))).size;
    const badge = fold.querySelector<HTMLElement>('.group-count');
    if (badge === null) continue;
    badge.hidden = count === 0;
    badge.textContent = String(count);
  }
}
