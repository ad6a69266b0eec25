import { texts } from '../texts.ts';
import { createCashierSheet } from './cashier-sheet.ts';
import { element } from './element.ts';

/**
 * Where the panel stands. `refused`: the cashier came up and said why it can't start; `misled`: the
 * address names a player that can't be.
 */
export type PanelState =
  | { kind: 'loading' }
  | { kind: 'ready' }
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'misled'; player: string }
  | { kind: 'closed' };

/** The panel around the cashier's frame: its state in words, and what stands there without a frame. */
export interface CashierPanel {
  /** What the cashier is mounted into. */
  readonly frame: HTMLElement;
  readonly state: PanelState;
  show(state: PanelState): void;
  /** A phone around the frame, as an app would look; and a frame that stands in the page, as high as its content. */
  shape(shape: { isPhone: boolean; hasAutoHeight: boolean }): void;
  /** Moves keyboard and view to the panel. */
  focus(): void;
}

/** Connects the panel; `onOpen` is called by "Open cashier", "Try again" and "Play as player-1". */
export function createCashierPanel(onOpen: () => void): CashierPanel {
  const panel = element('cashier', HTMLElement);
  const word = element('cashier-state', HTMLElement);
  const message = element('cashier-message', HTMLElement);
  const frame = element('cashier-frame', HTMLElement);
  const unreachable = element('cashier-unreachable', HTMLElement);
  const reason = element('cashier-reason', HTMLElement);
  const closed = element('cashier-closed', HTMLElement);
  const misled = element('cashier-misled', HTMLElement);
  const misledReason = element('cashier-misled-reason', HTMLElement);
  const open = element('cashier-open', HTMLButtonElement);
  const sheet = createCashierSheet(panel);
  let current: PanelState = { kind: 'loading' };

  open.addEventListener('click', onOpen);
  element('cashier-retry', HTMLButtonElement).addEventListener('click', onOpen);
  element('cashier-misled-open', HTMLButtonElement).addEventListener('click', onOpen);

  return {
    frame,
    get state() {
      return current;
    },
    show(state) {
      current = state;
      panel.dataset.state = state.kind;
      if (state.kind === 'closed') sheet.open();
      else sheet.follow();
      word.textContent = texts.cashier.state[state.kind];
      message.hidden = state.kind !== 'refused';
      message.textContent = state.kind === 'refused' ? state.message : '';
      frame.hidden = ['unreachable', 'closed', 'misled'].includes(state.kind);
      unreachable.hidden = state.kind !== 'unreachable';
      reason.textContent = state.kind === 'unreachable' ? state.reason : '';
      closed.hidden = state.kind !== 'closed';
      misled.hidden = state.kind !== 'misled';
      misledReason.textContent = state.kind === 'misled' ? texts.cashier.misled(state.player) : '';
    },
    shape({ isPhone, hasAutoHeight }) {
      panel.toggleAttribute('data-phone', isPhone);
      panel.toggleAttribute('data-auto-height', hasAutoHeight);
      sheet.follow();
      element('cashier-phone-note', HTMLElement).hidden = !isPhone;
    },
    focus() {
      sheet.open();
      panel.scrollIntoView({ block: 'start' });
      (current.kind === 'closed' ? open : panel).focus({ preventScroll: true });
    },
  };
}
