// The conversation with the assistant: one thread for the chat surface and for the panel.

import { ask, HttpError, type Answer } from './api';
import { h, icon } from './dom';
import { fill, measured, nameOf, valueName, words } from './language';
import { emit } from './protocol';
import { session } from './session';
import { state } from './state';

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
  const log = h('div', { class: 'thread-log', role: 'log', 'aria-live': 'polite' });
  const field = h('input', {
    class: 'thread-field',
    name: 'question',
    autocomplete: 'off',
    maxlength: 500,
  });
  const send = h('button', { class: 'button button-primary', type: 'submit' }, icon('send'));
  const form = h('form', { class: 'thread-form', onsubmit: submit }, field, send);
  const element = h('div', { class: 'thread' }, log, form);
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
      const answer = await ask({
        question,
        chatId,
        filters: state.filters,
        timezone: state.timezone,
      });
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
    field.placeholder = words().askPlaceholder;
    field.setAttribute('aria-label', words().askAi);
    send.title = words().send;
    send.setAttribute('aria-label', words().send);
    field.disabled = off;
    send.disabled = off || busy;
    log.replaceChildren(
      ...(off
        ? [h('p', { class: 'card-note' }, words().aiOff)]
        : turns.length > 0
          ? turns.map(bubble)
          : [intro()]),
    );
    log.scrollTop = log.scrollHeight;
  }

  function intro(): HTMLElement {
    return h(
      'div',
      { class: 'thread-intro' },
      h('span', { class: 'thread-mark' }, icon('spark')),
      h('p', {}, words().askIntro),
      h(
        'div',
        { class: 'suggestions' },
        ...words().suggestions.map((text) =>
          h('button', { class: 'button', type: 'button', onclick: () => void put(text) }, text),
        ),
      ),
    );
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

function newChatId(): string {
  return `chat-${Math.random().toString(36).slice(2, 10)}`;
}

function bubble(turn: Turn): HTMLElement {
  if (turn.from === 'viewer') return h('div', { class: 'bubble bubble-viewer' }, turn.text);
  if ('answer' in turn) return h('div', { class: 'bubble bubble-agent' }, ...answered(turn.answer));
  if (turn.problem === 'thinking') {
    return h(
      'div',
      { class: 'bubble bubble-agent bubble-thinking', 'aria-label': words().thinking },
      h('i'),
      h('i'),
      h('i'),
    );
  }
  return h('div', { class: 'bubble bubble-agent bubble-failed' }, icon('error'), words().askFailed);
}

function answered({ kind, measure, dimension, period, rows }: Answer): HTMLElement[] {
  const { answers, answerPeriods } = words();
  const common = {
    measure: nameOf(measure),
    dimension: dimension ? nameOf(dimension).toLocaleLowerCase(state.locale) : '',
    period: answerPeriods[period],
  };
  const [first] = rows;
  if (kind === 'help') return [h('p', {}, answers.help)];
  if (!first) return [h('p', {}, answers.none)];
  const value = measured(measure, Number(first[measure]));
  if (kind === 'total' || !dimension)
    return [h('p', {}, fill(answers.total, { ...common, value }))];
  const label = valueName(dimension, String(first[dimension]));
  const lead =
    kind === 'top'
      ? fill(answers.top, { ...common, label, value })
      : fill(answers.breakdown, common);
  const most = Math.max(...rows.map((row) => Number(row[measure])));
  return [
    h('p', {}, lead),
    h(
      'dl',
      { class: 'answer-bars' },
      ...rows.map((row) =>
        h(
          'div',
          {},
          h('dt', {}, valueName(dimension, String(row[dimension]))),
          h(
            'dd',
            {},
            h('span', { class: 'answer-bar', style: `--share: ${Number(row[measure]) / most}` }),
            measured(measure, Number(row[measure])),
          ),
        ),
      ),
    ),
  ];
}
