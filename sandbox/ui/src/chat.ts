// The conversation with the assistant: one thread for the chat surface and for the panel.

import { ask, HttpError, type Answer } from './api';
import { h, icon } from './dom';
import { measured, nameOf, nameWithin, say, valueName } from './language';
import { emit } from './protocol';
import { session } from './session';
import { state } from './state';
import { barOf } from './widgets/chart';

const AGENT = 'analyst';

type Turn =
  | { from: 'viewer'; text: string }
  | { from: 'agent'; answer: Answer }
  | { from: 'agent'; problem: 'failed' | 'thinking' };

export interface Thread {
  element: HTMLElement;
  paint(): void;
  /** Discards the conversation. */
  reset(): void;
  focus(): void;
}

export function thread(): Thread {
  const log = h('div.thread-log', { role: 'log', 'aria-live': 'polite' });
  const field = h('input.thread-field', { name: 'question', autocomplete: 'off', maxlength: 500 });
  const send = h('button.button.button-primary', { type: 'submit' }, icon('send'));
  const element = h('div.thread', log, h('form.thread-form', { onsubmit: submit }, field, send));
  let turns: Turn[] = [];
  let chatId = newChatId();
  let busy = false;

  function submit(event: Event): void {
    event.preventDefault();
    const text = field.value.trim();
    if (text && !busy) void put(text);
  }

  async function put(question: string): Promise<void> {
    const own = turns;
    const report = { query: question, chatId, agentId: AGENT };
    busy = true;
    field.value = '';
    turns.push({ from: 'viewer', text: question }, { from: 'agent', problem: 'thinking' });
    paint();
    emit('ai-query', { ...report, status: 'submitted' });
    try {
      const { filters, timezone } = state;
      const answer = await ask({ question, chatId, filters, timezone });
      own.splice(-1, 1, { from: 'agent', answer });
      emit('ai-query', { ...report, status: 'completed' });
    } catch (error) {
      own.splice(-1, 1, { from: 'agent', problem: 'failed' });
      emit('ai-query', { ...report, status: 'error' });
      if (!(error instanceof HttpError)) console.warn('The assistant could not be reached.');
    }
    busy = false;
    paint();
  }

  function paint(): void {
    const off = session.settings.allowAi === false;
    field.placeholder = say('askPlaceholder');
    field.setAttribute('aria-label', say('askAi'));
    send.title = say('send');
    send.setAttribute('aria-label', say('send'));
    field.disabled = off;
    send.disabled = off || busy;
    if (off) log.replaceChildren(h('p.card-note', say('aiOff')));
    else log.replaceChildren(...(turns.length > 0 ? turns.map(bubble) : [intro()]));
    log.scrollTop = log.scrollHeight;
  }

  function intro(): HTMLElement {
    const suggestions = (['suggestion1', 'suggestion2', 'suggestion3'] as const).map((text) => {
      const ask = { type: 'button', onclick: () => void put(say(text)) };
      return h('button.button', ask, say(text));
    });
    return h('div.screen', icon('spark'), h('p', say('askIntro')), ...suggestions);
  }

  paint();
  return {
    element,
    paint,
    reset() {
      turns = [];
      busy = false;
      chatId = newChatId();
      paint();
    },
    focus: () => field.focus(),
  };
}

const newChatId = (): string => `chat-${Math.random().toString(36).slice(2, 10)}`;

function bubble(turn: Turn): HTMLElement {
  if (turn.from === 'viewer') return h('div.bubble.bubble-viewer', turn.text);
  if ('answer' in turn) return h('div.bubble', ...answered(turn.answer));
  return turn.problem === 'thinking'
    ? h('div.bubble', say('thinking'))
    : h('div.bubble.bubble-failed', icon('error'), say('askFailed'));
}

function answered({ measure, dimension, rows }: Answer): HTMLElement[] {
  const [first] = rows;
  if (!measure) return [h('p', say('answer.help'))];
  if (!first) return [h('p', say('answer.none'))];
  const name = nameOf(measure);
  const value = measured(measure, Number(first[measure]));
  if (!dimension) return [h('p', say('answer.total', { measure: name, value }))];
  const lead = say('byDimension', { measure: name, dimension: nameWithin(dimension) });
  const most = Math.max(...rows.map((row) => Number(row[measure])));
  const bars = rows.map((row) => {
    const label = h('span.bar-label', valueName(dimension, String(row[dimension])));
    const amount = Number(row[measure]);
    return barOf(label, amount / most, measured(measure, amount, true));
  });
  return [h('p', lead), h('ol.bars', ...bars)];
}
