import { texts } from '../texts.ts';
import { element } from './element.ts';

/** The number of entries that are kept, the newest ones. */
const capacity = 200;

/** The highest length of a payload on one line, in characters. */
const lineLength = 60;

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/**
 * A message between this page and the cashier, an action of this page, or a webhook from Kassa to
 * this site's backend.
 */
export interface LogEntry {
  direction: 'received' | 'sent' | 'own' | 'told';
  type: string;
  /** Shown as JSON if it isn't empty. */
  payload: object;
}

/** The live log of host events, newest first. */
export interface EventLog {
  add(entry: LogEntry): void;
}

export function createEventLog(): EventLog {
  const list = element('log-list', HTMLOListElement);
  const filter = element('log-filter', HTMLInputElement);
  const count = element('log-count', HTMLElement);
  const empty = element('log-empty', HTMLElement);

  const applyFilter = () => {
    const wanted = filter.value.trim().toLowerCase();
    const items = [...list.children].filter((item) => item instanceof HTMLElement);
    for (const item of items) {
      item.hidden = !item.textContent.toLowerCase().includes(wanted);
    }
    const shown = items.filter((item) => !item.hidden).length;
    count.textContent = texts.log.count(shown, items.length);
    empty.hidden = shown > 0;
    empty.textContent = items.length === 0 ? texts.log.empty : texts.log.emptyFiltered;
  };

  filter.addEventListener('input', applyFilter);
  element('log-clear', HTMLButtonElement).addEventListener('click', () => {
    list.replaceChildren();
    applyFilter();
  });

  return {
    add(entry) {
      list.prepend(renderEntry(entry));
      while (list.children.length > capacity) list.lastElementChild?.remove();
      applyFilter();
    },
  };
}

/** Formats a short payload on one line. */
function format(payload: object): string {
  const line = JSON.stringify(payload, null, 1).replaceAll(/\n\s*/g, ' ');
  return line.length <= lineLength ? line : JSON.stringify(payload, null, 2);
}

function renderEntry({ direction, type, payload }: LogEntry): HTMLLIElement {
  const item = document.createElement('li');
  item.className = `log-entry is-${direction}`;
  const clock = document.createElement('time');
  clock.textContent = time.format(new Date());
  const arrow = document.createElement('span');
  arrow.className = 'log-arrow';
  arrow.role = 'img';
  arrow.ariaLabel = texts.log[direction];
  const name = document.createElement('b');
  name.textContent = type;
  item.append(clock, arrow, name);
  if (Object.keys(payload).length > 0) {
    const json = document.createElement('pre');
    json.textContent = format(payload);
    item.append(json);
  }
  return item;
}
