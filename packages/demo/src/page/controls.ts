import type { Choices } from '../choices.ts';
import { element } from './element.ts';
import { decodeSettings, type PlaygroundSettings } from './playground-settings.ts';

/** The playground's form, which shows settings and tells of changes. */
export interface Controls {
  show(settings: PlaygroundSettings): void;
}

/** Connects the form; `onChange` hears each valid change. */
export function createControls(
  choices: Choices,
  onChange: (settings: PlaygroundSettings) => void,
): Controls {
  const form = element('controls', HTMLFormElement);

  const handleChange = () => {
    if (!form.reportValidity()) return;
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(entries);
    query.set('closing', query.has('closing') ? '1' : '0');
    onChange(decodeSettings(query.toString(), choices));
  };
  form.addEventListener('change', handleChange);
  form.addEventListener('submit', (event) => {
    // Enter in the player's field; the change event has already told.
    event.preventDefault();
  });

  return {
    show(settings) {
      for (const [name, value] of Object.entries(settings)) {
        const control = form.elements.namedItem(name);
        if (control instanceof HTMLInputElement && control.type === 'checkbox') {
          control.checked = value === true;
        } else if (
          control instanceof HTMLInputElement ||
          control instanceof HTMLSelectElement ||
          control instanceof RadioNodeList
        ) {
          control.value = String(value);
        }
      }
    },
  };
}
